import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { ArticleTranslation } from '#blog/editing-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { postId, postWith } from '../fixtures/editor-data.ts';
import { button, expectToast, field, hidePage, renderEditor } from '../fixtures/render-editor.tsx';

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

test('an unpublished change of a translated post is compared too', async () => {
  await stubCorrections({ locales: ['de'] });
  await renderEditor({ document: { ...published({}), has_working_copy: true } });
  await expect.element(offer).toBeVisible();
});

test.each([
  ['a post whose translations are up to date', published({})],
  ['a translation', postWith({}, { locale: 'de', languages: [original, german] })],
  ['a post without translations', postWith({}, { has_working_copy: true, status: 'published' })],
])('%s asks for nothing', async (_, opened) => {
  await renderEditor({ document: opened });
  expect(await listCalls()).toEqual([]);
});

test('what cannot be kept any more is said', async () => {
  await stubCorrections({ locales: ['de'] });
  const error = 'The original has changed since you opened this page.';
  await commands.stubResponses('POST /api/admin/posts/*/correction', [
    { status: 409, body: { code: 'block.changed', error } },
  ]);
  await renderEditor({ document: published({ translation: 'outdated' }) });
  await button('Keep translations').click();
  await expectToast(error);
  await expect.element(offer).toBeVisible();
});
