import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { readEncodedCover, readSeedData, seedCategories, seedTags, writeEncodedCover } from './seed.ts';

const locales = ['en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th'];
const { articles: demo } = await readSeedData('demo', 0);

test('the demo has 24 articles: six in all ten languages, the others in two or three', () => {
  const languages = demo.map(({ posts }) => posts.length);
  expect(languages).toHaveLength(24);
  expect(languages.filter((count) => count === 10)).toHaveLength(6);
  expect(languages.filter((count) => count === 2 || count === 3)).toHaveLength(18);
});

test('a new installation starts with three articles in all ten languages', async () => {
  const { articles: welcome } = await readSeedData('welcome', 0);
  expect(welcome.map(({ posts }) => posts.map(({ locale }) => locale).sort())).toEqual(
    Array(3).fill([...locales].sort()),
  );
});

test('every article has an English post, a cover, and an existing category and tags', () => {
  const categories = seedCategories.map(({ slug }) => slug);
  const tags = seedTags.map(({ slug }) => slug);
  for (const article of demo) {
    expect(
      article.posts.map(({ locale }) => locale),
      article.key,
    ).toContain('en');
    expect(article.cover, article.key).toMatch(/^<svg [^>]*viewBox="0 0 1600 900"/);
    expect(categories, article.key).toContain(article.category);
    for (const tag of article.tags) expect(tags, article.key).toContain(tag);
  }
});

test('a cover that the build encoded is read unchanged, and a missing one is null', async () => {
  const folder = temporaryFolder();
  const cover = { width: 3, height: 2, files: new Map([['480.webp', Buffer.from([0, 255, 128])]]) };
  await writeEncodedCover(folder, 'key', cover);
  expect(await readEncodedCover('key', folder)).toEqual(cover);
  expect(await readEncodedCover('other', folder)).toBeNull();
});

test('slugs are unique per language, and all texts respect the length limits', () => {
  const texts = demo.flatMap((article) => article.posts);
  expect(new Set(texts.map(({ locale, slug }) => `${locale}/${slug}`)).size).toBe(texts.length);
  for (const text of texts) {
    expect(text.seo_title.length, text.slug).toBeLessThanOrEqual(65);
    expect(text.seo_description.length, text.slug).toBeLessThanOrEqual(170);
    expect(text.excerpt.length, text.slug).toBeLessThanOrEqual(240);
    expect(text.content, text.slug).toMatch(/^<p>/);
    expect(text.content, text.slug).not.toMatch(/<(h1|script|style|img)\b/);
  }
});

test('category and tag names exist in ten languages', () => {
  for (const { slug, names } of [...seedCategories, ...seedTags]) {
    expect(Object.keys(names).sort(), slug).toEqual([...locales].sort());
  }
});

test('links between articles lead to an existing post in the same language', () => {
  const paths = new Set(
    demo.flatMap(({ posts }) => posts.map(({ locale, slug }) => toBlogPath(locale, slug))),
  );
  for (const text of demo.flatMap((article) => article.posts)) {
    const links = [...text.content.matchAll(/href="(\/[^"]*\/?blog\/[^"]+)"/g)].map((match) =>
      decodeURI(match[1] ?? ''),
    );
    for (const link of links) {
      expect(paths, `${text.locale}/${text.slug}`).toContain(link);
      expect(link.startsWith(text.locale === 'en' ? '/blog/' : `/${text.locale}/blog/`), link).toBe(true);
    }
  }
});

function toBlogPath(locale: string, slug: string): string {
  return locale === 'en' ? `/blog/${slug}` : `/${locale}/blog/${slug}`;
}
