import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { PostFields, Revision } from '#blog/editing-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { postId, postWith } from '../fixtures/editor-data.ts';
import {
  button,
  dialog,
  expectToast,
  field,
  listSaves,
  renderEditor,
  textBox,
} from '../fixtures/render-editor.tsx';

const document = postWith({ content: '<p>The old words stay. New ones come.</p>' }, { version: 2 });
const versions = dialog('Versions of this post');

const revision = (version: number, kind: Revision['kind'], fields: Partial<PostFields> = {}): Revision => ({
  id: `revision-${version}`,
  version,
  kind,
  status: 'draft',
  title: `Title ${version}`,
  author_name: 'Ada',
  rule: null,
  created_at: '2026-01-02T03:04:00.000Z',
  fields: { ...document.fields, ...fields },
});
const old = revision(1, 'saved', {
  title: 'Old title',
  category_id: 'guides',
  content: '<p>The old words stay.</p>',
});

async function openVersions(revisions: Revision[] = [revision(2, 'autosaved'), old]) {
  const summaries = revisions.map(({ fields, ...summary }) => summary);
  await commands.stubResponses('GET /api/admin/posts/*/revisions', [{ body: { revisions: summaries } }]);
  await commands.stubResponses('GET /api/admin/posts/*/revisions/revision-1', [{ body: old }]);
  await renderEditor({ document });
  await button('Versions').click();
}

test('a new post has no versions', async () => {
  await renderEditor();
  expect(button('Versions').query()).toBeNull();
});

test('every version shows its kind, author and date', async () => {
  await openVersions([
    revision(4, 'restored'),
    revision(3, 'published'),
    { ...revision(2, 'autosaved'), author_name: '', title: '' },
    old,
  ]);
  const items = versions.getByRole('listitem');
  await expect.element(items.nth(0)).toMatchTextContent(/^Version 4: Title 4Restored · Ada.+ 2026/);
  await expect.element(items.nth(1)).toMatchTextContent('Published · Ada');
  await expect.element(items.nth(2)).toMatchTextContent(/^Version 2Saved automatically[A-Z]/);
  await expect.element(items.nth(3)).toMatchTextContent('Version 1: Title 1Saved · Ada');
  await expectAccessible();
});

test('what a rule did shows its name', async () => {
  const byRule = { author_name: '', rule: 'publish' } as const;
  await openVersions([
    { ...revision(7, 'saved'), ...byRule, rule: 'of a newer server' as never },
    { ...revision(6, 'saved'), ...byRule, rule: 'held' },
    { ...revision(5, 'translation_started'), ...byRule },
    { ...revision(4, 'saved'), ...byRule },
    { ...revision(3, 'saved'), ...byRule, status: 'published' },
    { ...revision(2, 'published'), ...byRule, status: 'published' },
  ]);
  const items = versions.getByRole('listitem');
  const name = 'Rule “When a post is published”';
  await expect.element(items.nth(0)).toMatchTextContent('Saved as a draft · A translation rule');
  await expect
    .element(items.nth(1))
    .toMatchTextContent('Saved as a draft · Rule “A reviewer publishes this language”');
  await expect.element(items.nth(2)).toMatchTextContent(`Translation started · ${name}`);
  await expect.element(items.nth(3)).toMatchTextContent(`Saved as a draft · ${name}`);
  await expect.element(items.nth(4)).toMatchTextContent(`Saved, not published · ${name}`);
  await expect.element(items.nth(5)).toMatchTextContent(`Published · ${name}`);
});

test('a version is compared with the current text', async () => {
  await openVersions();
  await versions.getByRole('button', { name: /^Version 1/ }).click();
  const region = versions.getByRole('region', { name: 'Version 1' });
  await expect.element(region).toBeVisible();
  const added = [...region.element().querySelectorAll('ins')].map(({ textContent }) => textContent);
  expect(added.join(' ')).toContain('New ones come.');
  await expect.element(region.getByRole('term').filter({ hasText: 'Title' })).toBeVisible();
  await expect.element(region.getByRole('term').filter({ hasText: 'Category' })).toBeVisible();
  expect(region.element().textContent).toContain('Removed: Guides');
  await expectAccessible();
  await versions.getByRole('button', { name: 'All versions' }).click();
  await expect.element(versions.getByRole('listitem').first()).toBeVisible();
});

test('a version can be restored in the editor', async () => {
  await openVersions();
  await versions.getByRole('button', { name: /^Version 1/ }).click();
  await commands.stubResponses('POST /api/admin/posts/*/revisions/*/restore', [
    { body: { ...document, version: 3, fields: old.fields }, isPending: true },
  ]);
  await versions.getByRole('button', { name: 'Restore this version' }).click();
  const restoring = versions.getByRole('button', { name: 'Restoring…' });
  await expect.element(restoring).toHaveAttribute('aria-disabled', 'true');
  await commands.releaseResponses();
  await expectToast('Version restored');
  await expect.element(versions).not.toBeInTheDocument();
  await expect.element(field('Title')).toHaveValue('Old title');
  await expect.element(textBox()).toHaveTextContent('The old words stay.');
  const requests = await commands.listRequests();
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    path: `/api/admin/posts/${postId}/revisions/revision-1/restore`,
    headers: { 'if-match': '"2"' },
  });
});

test('a version that cannot be opened or restored shows the reason, and the text stays', async () => {
  await openVersions();
  await commands.stubResponses('GET /api/admin/posts/*/revisions/revision-1', [
    { status: 404, body: { code: 'revision.missing', error: 'It is gone.' } },
    { body: old },
  ]);
  await versions.getByRole('button', { name: /^Version 1/ }).click();
  await expect.element(versions.getByRole('alert')).toHaveTextContent('It is gone.');
  await versions.getByRole('button', { name: /^Version 1/ }).click();
  await commands.stubResponses('POST /api/admin/posts/*/revisions/*/restore', [
    { status: 403, body: { code: 'role.forbids', error: 'You may not do this.' } },
  ]);
  await versions.getByRole('button', { name: 'Restore this version' }).click();
  await expect.element(versions.getByRole('alert')).toHaveTextContent('You may not do this.');
  await expect.element(versions.getByRole('button', { name: 'Restore this version' })).toBeVisible();
  await versions.getByRole('button', { name: 'Close' }).click();
  await expect.element(field('Title')).toHaveValue('A title');
  await expect.element(button('Versions')).toHaveFocus();
});

test('typed text is saved first and becomes a version', async () => {
  await commands.stubResponses('GET /api/admin/posts/*/revisions', [{ body: { revisions: [] } }]);
  await renderEditor({ document });
  await field('Title').fill('Typed just now');
  await button('Versions').click();
  await expect.element(versions.getByText('There are no versions yet.')).toBeVisible();
  expect(await listSaves()).toMatchObject([{ mode: 'autosave', fields: { title: 'Typed just now' } }]);
  const requests = await commands.listRequests();
  expect(requests.map(({ method }) => method)).toEqual(['PUT', 'GET']);
});

test('if the typed text cannot be saved, the reason is shown instead of the list', async () => {
  await renderEditor({ document });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Title').fill('Typed just now');
  await button('Versions').click();
  await expect
    .element(versions.getByRole('alert'))
    .toHaveTextContent('You seem to be offline. Check your connection and try again.');
});

test('the list shows that it is loading, and why it failed', async () => {
  await commands.stubResponses('GET /api/admin/posts/*/revisions', [
    { status: 503, body: { code: 'server.unwritable', error: 'Not right now.' }, isPending: true },
  ]);
  await renderEditor({ document });
  await button('Versions').click();
  await expect.element(versions.getByRole('status')).toHaveTextContent('Loading versions…');
  await commands.releaseResponses();
  await expect.element(versions.getByRole('alert')).toHaveTextContent('Not right now.');
});

test('a version with the same text says that nothing differs', async () => {
  await openVersions();
  await commands.stubResponses('GET /api/admin/posts/*/revisions/revision-1', [
    { body: revision(1, 'saved') },
  ]);
  await versions.getByRole('button', { name: /^Version 1/ }).click();
  await expect.element(page.getByText('This version is the same as the current text.')).toBeVisible();
});
