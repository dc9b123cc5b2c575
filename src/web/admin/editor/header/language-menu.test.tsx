import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ArticleTranslation } from '#blog/editing-contract.ts';
import { postId, postWith } from '../fixtures/editor-data.ts';
import { renderEditor } from '../fixtures/render-editor.tsx';

const row = page.getByRole('navigation', { name: 'Post languages' });
const post = { slug: 'a-title', title: 'A title', status: 'published' } as const;
const languages: ArticleTranslation[] = [
  { ...post, id: postId, locale: 'en' },
  { ...post, id: 'german', locale: 'de', translation: 'outdated' },
  { ...post, id: 'thai', locale: 'th', translation: 'untranslated', review: 2 },
];
const document = postWith({}, { languages });

async function openLanguages() {
  await renderEditor({ document });
  await page.getByRole('button', { name: 'Post languages English' }).click();
}

test('a new post lists no languages', async () => {
  await renderEditor();
  expect(row.query()).toBeNull();
});

test('each translation links to its editor and shows its status as text', async () => {
  await openLanguages();
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
    .toHaveTextContent('ไทยNot translated · Needs review');
});

test('a missing language links to its translation beside the original', async () => {
  await openLanguages();
  const missing = row.getByRole('link', { name: 'Add language: French' });
  await expect.element(missing).toHaveTextContent('+ FR');
  await expect.element(missing).toHaveAttribute('href', `/admin/blog/${postId}/translate?to=fr`);
  expect(row.getByRole('link').elements()).toHaveLength(10);
});
