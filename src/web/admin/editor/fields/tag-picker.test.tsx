import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderEditorPart } from '../fixtures/render-editor-part.tsx';
import { TagPicker } from './tag-picker.tsx';

type Options = Parameters<typeof renderEditorPart>[1];

async function openTags(options: Options = {}) {
  const { screen, fields } = await renderEditorPart((context) => <TagPicker context={context} />, options);
  const badge = (name: string) => screen.getByRole('button', { name, exact: true });
  return { screen, fields, badge, search: screen.getByRole('searchbox', { name: 'Search tags' }) };
}

test('a search narrows the tags, and Enter selects the first match', async () => {
  const { fields, badge, search } = await openTags();
  await search.fill('PRIV');
  await expect.element(badge('Video')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(badge('Privacy')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(badge('Video')).toBeVisible();
  await expect.element(search).toHaveValue('');
  expect(fields().tag_ids).toEqual(['privacy']);
  await expectAccessible();
});

test('a tag that does not exist yet is created in English and in the language of the post', async () => {
  await commands.stubResponses('POST /api/admin/tags', [{ status: 201, body: { id: 'reels' } }]);
  const { fields, badge, search } = await openTags({ locale: 'de' });
  await search.fill(' Kurzvideos ');
  await badge('Create “Kurzvideos”').click();
  await expect.element(badge('Kurzvideos')).toHaveAttribute('aria-pressed', 'true');
  expect(fields().tag_ids).toEqual(['reels']);
  expect(await commands.listRequests()).toMatchObject([
    { body: { names: { en: 'Kurzvideos', de: 'Kurzvideos' }, slug: '' } },
  ]);
});

test('a tag that cannot be created is reported, and its name stays in the field', async () => {
  await commands.stubResponses('POST /api/admin/tags', [
    { status: 409, body: { code: 'taxon.slug_taken', error: 'The slug is taken.' } },
  ]);
  const { search } = await openTags();
  await search.fill('Reels');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => document.querySelector('.toast')?.textContent ?? '')
    .toContain('Failed to create tagThe slug is taken.');
  await expect.element(search).toHaveValue('Reels');
});

test('a user who cannot create tags reads that none matches', async () => {
  const { screen, badge, search } = await openTags({ data: { canCreateTags: false } });
  await search.fill('Reels');
  await expect.element(screen.getByRole('status').getByText('No tags match your search.')).toBeVisible();
  await expect.element(badge('Create “Reels”')).not.toBeInTheDocument();
});
