import { expect, test } from 'vitest';
import type { ArticleTranslation, PostFields } from '#blog/editing-contract.ts';
import { englishTranslator } from '#test/support/english-translator.ts';
import { emptyPostFields } from '../draft/post-fields.ts';
import { listPublishWarnings } from './publish-checks.ts';

const complete: Partial<PostFields> = {
  title: 'A title',
  excerpt: 'In short.',
  content: '<p>Some text.</p>',
  category_id: 'guides',
  featured_image_url: '/files/1/640.webp',
  featured_image_alt: 'A kite',
};

const everywhere = (['es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th'] as const).map(
  (locale): ArticleTranslation => ({ id: locale, locale, slug: 'a', title: 'A', status: 'published' }),
);

function listWarnings(fields: Partial<PostFields>, languages = everywhere): string[] {
  const post = { ...emptyPostFields, ...complete, ...fields };
  return listPublishWarnings(englishTranslator, post, { kind: 'post', locale: 'en', languages });
}

test('a complete post has no warnings', () => {
  expect(listWarnings({})).toEqual([]);
});

test('missing excerpt, cover, category and alt texts are listed', () => {
  const content = '<p>Text</p><img src="/files/2/1.webp" alt=""><figure><img src="/files/3/1.webp"></figure>';
  expect(listWarnings({ content, excerpt: ' ', category_id: null, featured_image_url: null })).toEqual([
    '2 images have no alt text.',
    'There is no excerpt.',
    'There is no featured image.',
    'No category is selected.',
  ]);
  expect(listWarnings({ featured_image_alt: '' })).toEqual(['1 image has no alt text.']);
});

test.each([
  '<p># A heading</p>',
  '<p>- an item</p>',
  '<p>See [the guide](https://example.org/a).</p>',
  '<p>This is **important**.</p>',
  '<p>```js</p>',
  '<p>| a | b |</p>',
])('raw Markdown is found in %s', (content) => {
  expect(listWarnings({ content })).toEqual([
    'Some of the text is still Markdown. Readers will see characters such as # and **.',
  ]);
});

test.each([
  '<p>We’re #1, and 2 * 3 ** 2 is 18.</p>',
  '<p>Type <code>**bold**</code> or <code># </code>.</p>',
  '<pre><code># a comment</code></pre>',
  '<ul><li>an item</li></ul>',
  '<p>An aside [sic] (see below).</p>',
])('ordinary text is not taken for Markdown: %s', (content) => {
  expect(listWarnings({ content })).toEqual([]);
});

test('an image of another site that became a link is listed, and a link in a sentence is not', () => {
  const link = '<a href="https://example.org/kite.png">Kite</a>';
  expect(listWarnings({ content: `<p>${link}</p>` })).toEqual([
    '1 image from another site couldn’t be copied. Readers see a link instead.',
  ]);
  expect(listWarnings({ content: `<p>Look at ${link}.</p>` })).toEqual([]);
});

test('a cover of another site that could not be copied is listed', () => {
  expect(listWarnings({ featured_image_url: 'https://example.org/kite.png' })).toEqual([
    'The featured image couldn’t be fetched. Its URL is saved, but readers don’t see the image yet.',
  ]);
});

test('texts that search results would cut are listed', () => {
  expect(listWarnings({ title: 'x'.repeat(61), seo_description: 'x'.repeat(161) })).toEqual([
    'The title is longer than the 60 characters that search results show.',
    'The description is longer than the 160 characters that search results show.',
  ]);
  expect(listWarnings({ title: 'x'.repeat(61), seo_title: 'Short' })).toEqual([]);
});

test('what readers of the other languages see is listed', () => {
  const languages = everywhere
    .filter(({ locale }) => locale !== 'th')
    .map((post): ArticleTranslation => {
      if (post.locale === 'de') return { ...post, translation: 'outdated' };
      return post.locale === 'fr' ? { ...post, status: 'draft' } : post;
    });
  expect(listWarnings({}, languages)).toEqual([
    'Earlier text still shown in: German.',
    'Not published in: French, Thai.',
  ]);
});
