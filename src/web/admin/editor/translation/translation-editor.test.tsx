import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { ArticleTranslation } from '#blog/editing-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import type { ReviewState } from '#translation/contract.ts';
import { postId, postWith } from '../fixtures/editor-data.ts';
import { button, dialog, expectToast, renderEditor, textBox } from '../fixtures/render-editor.tsx';

const post = { slug: 'garden', title: 'A garden', status: 'published' } as const;
const languages: ArticleTranslation[] = [
  { ...post, id: 'post-en', locale: 'en' },
  { ...post, id: 'post-fr', locale: 'fr', from: 'en', translation: 'outdated', review: 1 },
  { ...post, id: postId, locale: 'de', from: 'en', translation: 'outdated' },
];
const manualText = 'Im Garten war es still';
const suggestedText = 'Der Garten war sehr still';
const reviewState: ReviewState = {
  made_by: 'both',
  review: [],
  offers: [
    {
      hash: 'abc',
      source: 'The garden was very quiet',
      yours: manualText,
      offered: suggestedText,
      hasPlace: true,
    },
  ],
};
const german = postWith(
  { title: 'Ein Garten', content: `<p>${manualText}</p>`, status: 'published' },
  { locale: 'de', languages },
);

const show = () => renderEditor({ document: german, start: { locale: 'de' }, reviewState });

test('Translate & Publish in a translation links to its original', async () => {
  await show();
  await button('Translate & Publish').click();
  const sourcePostDialog = dialog('This post is a translation');
  await expect
    .element(sourcePostDialog.getByRole('link', { name: 'Open the original' }))
    .toHaveAttribute('href', '/admin/blog/post-en');
  await expect.element(sourcePostDialog).toMatchTextContent('nothing was published');
  await expectAccessible();
  await sourcePostDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => sourcePostDialog.elements()).toEqual([]);
  expect((await commands.listRequests()).filter(({ path }) => path.includes('translations'))).toEqual([]);
});

test('accepting a suggested translation puts it into the text', async () => {
  const updated = postWith(
    { ...german.fields, content: `<p>${suggestedText}</p>` },
    { locale: 'de', languages, version: 2, has_working_copy: true, status: 'published' },
  );
  await commands.stubResponses('POST /api/admin/posts/*/offers/abc/take', [{ body: updated }]);
  await commands.stubResponses('GET /api/admin/posts/*/translation', [
    { body: { ...reviewState, offers: [] } },
  ]);
  await show();
  const item = page.getByRole('listitem').filter({ hasText: 'The garden was very quiet' });
  await expect.element(textBox()).toMatchTextContent(manualText);
  await item.getByRole('button', { name: 'Use new translation' }).click();
  await expectToast('New translation added to the text');
  await expect.poll(() => item.elements()).toEqual([]);
  await expect.element(textBox()).toMatchTextContent(suggestedText);
  await expect.element(textBox()).not.toMatchTextContent(manualText);
});
