import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { ArticleTranslation } from '#blog/editing-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { postId, postWith } from '../fixtures/editor-data.ts';
import { button, expectToast, field, hidePage, listSaves, renderEditor } from '../fixtures/render-editor.tsx';

const offer = page.getByRole('region', { name: 'Only a correction?' });
const correction = '/correction';

const original: ArticleTranslation = {
  id: postId,
  locale: 'en',
  slug: 'a',
  title: 'A title',
  status: 'published',
};
const german: ArticleTranslation = { ...original, id: 'de', locale: 'de', from: 'en' };
const published = (translation: Partial<ArticleTranslation>) =>
  postWith({}, { status: 'published', languages: [original, { ...german, ...translation }] });

async function stubCorrections(...answers: { locales: string[] }[]) {
  await commands.stubResponses(
    'GET /api/admin/posts/*/correction',
    answers.map((body) => ({ body })),
  );
}
const listCalls = async () => (await commands.listRequests()).filter(({ path }) => path.endsWith(correction));

test('outdated translations of a corrected original can be kept', async () => {
  await stubCorrections({ locales: ['de', 'fr'] });
  await commands.stubResponses('POST /api/admin/posts/*/correction', [{ body: published({}) }]);
  await renderEditor({ document: published({ translation: 'outdated' }) });
  await expect.element(offer.getByText(/Languages: German, French\.$/)).toBeVisible();
  const announcement = page.getByRole('status').filter({ hasText: 'Only a correction?' });
  await expect.element(announcement).toMatchTextContent(/Languages: German, French\.$/);
  await expectAccessible();
  await button('Keep translations').click();
  await expectToast('Translations kept');
  await expect.element(offer).not.toBeInTheDocument();
  expect(document.activeElement?.id).toBe('post-settings');
  expect((await listCalls()).at(-1)).toMatchObject({
    method: 'POST',
    path: `/api/admin/posts/${postId}/correction`,
    headers: { 'if-match': '"1"' },
  });
});

test('the offer follows the text: a further save can end it', async () => {
  await stubCorrections({ locales: ['de'] }, { locales: [] });
  await renderEditor({ document: published({ translation: 'outdated' }) });
  await expect.element(offer).toBeVisible();
  await field('Title').fill('A wholly different title');
  hidePage();
  await expect.element(offer).not.toBeInTheDocument();
  expect(await listCalls()).toHaveLength(2);
});

test('an unpublished correction is published before its translations are kept', async () => {
  const document = { ...published({}), has_working_copy: true };
  await stubCorrections({ locales: ['de'] });
  await renderEditor({ document });
  const isPublished = { ...document, has_working_copy: false };
  await commands.stubResponses('PUT /api/admin/posts/*', [{ body: { ...isPublished, version: 2 } }]);
  await commands.stubResponses('POST /api/admin/posts/*/correction', [
    { body: { ...isPublished, version: 2 } },
  ]);
  await button('Publish and keep translations').click();
  await expectToast('Translations kept');
  expect(await listSaves()).toMatchObject([{ mode: 'publish', version: '"1"' }]);
  expect((await listCalls()).at(-1)).toMatchObject({ method: 'POST', headers: { 'if-match': '"2"' } });
});

test('what is typed while the translations are being kept stays', async () => {
  await stubCorrections({ locales: ['de'] });
  await commands.stubResponses('POST /api/admin/posts/*/correction', [
    { body: published({}), isPending: true },
  ]);
  await renderEditor({ document: published({ translation: 'outdated' }) });
  await button('Keep translations').click();
  await field('Title').fill('Typed meanwhile');
  await commands.releaseResponses();
  await expectToast('Translations kept');
  await expect.element(field('Title')).toHaveValue('Typed meanwhile');
});

test.each([
  ['a post whose translations are up to date', published({})],
  ['a translation', postWith({}, { locale: 'de', languages: [original, german] })],
  ['a post without translations', postWith({}, { has_working_copy: true, status: 'published' })],
  [
    'a scheduled post with unpublished changes',
    { ...published({}), status: 'draft' as const, has_working_copy: true },
  ],
])('%s asks for nothing', async (_, opened) => {
  await renderEditor({ document: opened });
  expect(await listCalls()).toEqual([]);
});

test('what cannot be kept any more is said', async () => {
  await stubCorrections({ locales: ['de'] });
  const error = 'The original has changed by more than a small correction.';
  await commands.stubResponses('POST /api/admin/posts/*/correction', [
    { status: 409, body: { code: 'correction.missing', error } },
  ]);
  await renderEditor({ document: published({ translation: 'outdated' }) });
  await button('Keep translations').click();
  await expectToast(error);
  await expect.element(offer).toBeVisible();
});
