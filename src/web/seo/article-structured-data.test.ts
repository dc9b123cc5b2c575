import { expect, test } from 'vitest';
import type { PostSummary } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { articleStructuredData, countArticleWords, modifiedTime } from './article-structured-data.ts';
import { examplePost } from './fixtures/example-post.ts';
import { toTranslatedPage } from './page-urls.ts';
import { serializeStructuredData } from './structured-data.ts';

const origin = 'https://unspool.example';
const slugs = { en: 'a-thread', de: 'ein-faden', th: 'ด้าย' };

function graphIn(
  locale: Locale,
  source: Locale,
  changed: Partial<PostSummary> = {},
  questions: { question: string; answer: string }[] = [],
) {
  const post = examplePost({ locale, ...changed });
  const translations = Object.entries(slugs).map(([language, slug]) => ({
    locale: language as Locale,
    slug,
    source_locale: source,
  }));
  const translatedPage = toTranslatedPage(translations);
  const graph = articleStructuredData(serverTranslator(locale), origin, {
    post,
    wordCount: 321,
    questions,
    translatedPage,
    description: 'What it says.',
    trail: [
      { name: 'Start', page: '/' },
      { name: 'Blog', page: '/blog' },
      { name: post.title, page: translatedPage },
    ],
  });
  return JSON.parse(serializeStructuredData(graph))['@graph'];
}

test('the questions in a post have their own node, and a post without questions has none', () => {
  const questions = [{ question: 'Is it </script>?', answer: 'Yes.\nAlways.' }];
  expect(graphIn('de', 'de', {}, questions)[2]).toEqual({
    '@type': 'FAQPage',
    '@id': `${origin}/de/blog/ein-faden#faq`,
    url: `${origin}/de/blog/ein-faden`,
    inLanguage: 'de',
    mainEntity: [
      {
        '@type': 'Question',
        name: 'Is it </script>?',
        acceptedAnswer: { '@type': 'Answer', text: 'Yes.\nAlways.' },
      },
    ],
  });
  expect(graphIn('de', 'de')).toHaveLength(2);
});

test('a post has article data with dates, author, publisher and breadcrumbs', () => {
  const url = `${origin}/de/blog/ein-faden`;
  const [article, breadcrumbs] = graphIn('de', 'de', { title: 'Ein <Faden>' });
  expect(article).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'Ein <Faden>',
    description: 'What it says.',
    url,
    mainEntityOfPage: url,
    inLanguage: 'de',
    datePublished: '2026-01-02T00:00:00.000Z',
    dateModified: '2026-02-03T00:00:00.000Z',
    wordCount: 321,
    keywords: 'thread, spool',
    articleSection: 'Guides',
    author: { '@type': 'Organization', name: 'Unspool' },
    publisher: { '@type': 'Organization', name: 'Unspool' },
    image: { url: `${origin}/og/blog/de/a-thread.png`, width: '1200', height: '630' },
    isPartOf: { '@id': `${origin}/de/blog#blog` },
  });
  expect(breadcrumbs.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
    `${origin}/de`,
    `${origin}/de/blog`,
    url,
  ]);
});

test('a cover uses its Open Graph size and its alt text', () => {
  const [{ image }] = graphIn('en', 'en', {
    featured_image_url: '/files/0000-1/2000.webp',
    featured_image_alt: 'A spool',
  });
  expect(image).toMatchObject({ url: `${origin}/files/0000-1/og.jpg`, caption: 'A spool' });
});

test('the original links to its translations, and a translation to its original', () => {
  const [first] = graphIn('de', 'de');
  expect(first.workTranslation.map(({ inLanguage }: { inLanguage: string }) => inLanguage)).toEqual([
    'en',
    'th',
  ]);
  expect(first.translationOfWork).toBeUndefined();
  const [translation] = graphIn('th', 'de');
  expect(translation.translationOfWork).toMatchObject({ '@id': first['@id'], inLanguage: 'de' });
  expect(translation.workTranslation).toBeUndefined();
  const [orphan] = graphIn('th', 'fr');
  expect([orphan.workTranslation, orphan.translationOfWork]).toEqual([undefined, undefined]);
});

test('without SEO keywords the tags are used, and empty values are omitted', () => {
  const [tagged] = graphIn('en', 'en', { seo_keywords: [] });
  expect(tagged.keywords).toBe('Video');
  const [bare] = graphIn('en', 'en', { seo_keywords: [], tags: [], category: null });
  expect(bare).not.toHaveProperty('keywords');
  expect(bare).not.toHaveProperty('articleSection');
});

test('the modification date is never before the publication date', () => {
  const post = examplePost({ updated_at: '2025-12-01T00:00:00.000Z' });
  expect(modifiedTime(post)).toBe('2026-01-02T00:00:00.000Z');
});

test('an untranslated post has the language of its text', () => {
  expect(graphIn('de', 'en', { text_locale: 'en' })[0].inLanguage).toBe('en');
});

test.each<[Locale, string, number]>([
  ['en', '<p>One link, <b>one</b> file.</p><p>Done</p>', 5],
  ['en', 'mp4&nbsp;and&#160;gif &amp; co', 4],
  ['de', '<img src="/files/x/480.webp" alt="a > b"><p>Ein Bild</p>', 2],
  ['fr', '<p>L’image d’aujourd’hui</p>', 2],
  ['zh', '<p>保存视频。</p>', 2],
  ['th', '<p>บันทึกวิดีโอ</p>', 2],
  ['en', '', 0],
])('in %s, "%s" has %i words', (locale, html, count) => {
  expect(countArticleWords(locale, html)).toBe(count);
});

test('the author of a post is a person with a page, and the publisher if no name is shown', () => {
  const author = { name: 'Mira L', slug: 'mira-l', image_url: '/files/a/480.webp' };
  const [article] = graphIn('de', 'de', { author });
  const url = `${origin}/de/blog/author/mira-l`;
  expect(article.author).toEqual({
    '@type': 'Person',
    '@id': `${url}#person`,
    name: 'Mira L',
    url,
    image: `${origin}/files/a/480.webp`,
  });
  expect(graphIn('de', 'de')[0].author['@type']).toBe('Organization');
});
