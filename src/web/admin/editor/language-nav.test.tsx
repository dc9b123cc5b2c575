import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ArticleTranslation } from '#blog/editing-contract.ts';
import { postId, postWith } from './fixtures/editor-data.ts';
import { renderEditor } from './fixtures/render-editor.tsx';

const row = page.getByRole('navigation', { name: 'Languages of this post' });
const post = { slug: 'a-title', title: 'A title', status: 'published' } as const;
const languages: ArticleTranslation[] = [
  { ...post, id: postId, locale: 'en' },
  { ...post, id: 'german', locale: 'de', translation: 'outdated' },
  { ...post, id: 'thai', locale: 'th', translation: 'untranslated', review: 2 },
];
const document = postWith({}, { languages });

test('a new post lists no languages', async () => {
  await renderEditor();
  expect(row.query()).toBeNull();
});

test('each translation links to its editor and shows its status as text', async () => {
  await renderEditor({ document });
  const current = row.getByRole('link', { name: 'English' });
  await expect.element(current).toHaveAttribute('aria-current', 'page');
  await expect.element(current).toHaveAttribute('href', `/admin/blog/${postId}`);
  const german = row.getByRole('link', { name: /Deutsch/ });
  await expect.element(german).toHaveAttribute('href', '/admin/blog/german');
  await expect.element(german).toHaveAttribute('lang', 'de');
  await expect.element(german).toHaveTextContent('DeutschOut of date');
  await expect
    .element(german)
    .toHaveAttribute('title', expect.stringMatching(/^Deutsch: Published\. Out of date\. /));
  await expect
    .element(row.getByRole('link', { name: /ไทย/ }))
    .toHaveTextContent('ไทยNot translated, Needs review');
});

test('a missing language links to a new post of the same article', async () => {
  await renderEditor({ document });
  const missing = row.getByRole('link', { name: 'Write it in Français' });
  await expect.element(missing).toHaveTextContent('+ FR');
  await expect
    .element(missing)
    .toHaveAttribute('href', `/admin/blog/new?locale=fr&article=${document.article_id}`);
  expect(row.getByRole('link').elements()).toHaveLength(10);
});
