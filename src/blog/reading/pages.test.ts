import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { openWriter } from '../fixtures/open-writer.ts';
import { createSeeder } from '../fixtures/seed-posts.ts';
import { createBlogReader, recordView } from '../read.ts';

const allPosts = { locale: 'en', page: 1, pageSize: 10, search: '', category: '', tag: '' } as const;

describeDatabases('pages', (open) => {
  test('a page is in no list of the blog', async () => {
    await using site = await openWriter(open);
    const category_id = await site.writer.ensureCategory({
      slug: 'guides',
      color: '#c2410c',
      names: { en: 'Guides' },
      descriptions: {},
    });
    const author_id = await site.writer.ensureAuthor({ slug: 'mira', name: 'Mira' });
    const shared = { locale: 'en', title: 'Kites', status: 'published', category_id, author_id } as const;
    const page = await site.save({ ...shared, kind: 'page', slug: 'kites-page' });
    const post = await site.save({ ...shared, slug: 'kites' });
    const found = await site.reader.findPost('en', 'kites');
    if (found.kind !== 'post') throw new Error('no post');
    expect(await site.reader.findPost('en', 'kites-page')).toEqual({ kind: 'missing' });
    expect(await site.reader.findRelatedPosts(found.post)).toEqual([]);
    for (const query of [{}, { search: 'kites' }, { category: 'guides' }, { author: 'mira' }]) {
      const { posts } = await site.reader.listPosts({ ...allPosts, ...query });
      expect(posts.map(({ id }) => id)).toEqual([post.id]);
    }
    expect(await site.reader.countPosts('en')).toBe(1);
    expect(await site.reader.listTranslationGroups('en', 0, 10)).toHaveLength(1);
    expect(await site.reader.findTranslationsBySlug('de', 'kites-page')).toEqual([]);
    expect(await recordView(site.database.query, page.id, 0)).toBeNull();
    expect(page).toMatchObject({ category_id: null, author_id: null });
  });

  test('a page is found by its slug and its former slug, and its other languages by their slugs', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const { articleId } = await seedPost({
      kind: 'page',
      locale: 'de',
      slug: 'impressum',
      oldSlugs: ['alt'],
    });
    await seedPost({ kind: 'page', locale: 'en', articleId, slug: 'imprint', origin: 'untranslated' });
    await seedPost({ kind: 'page', locale: 'fr', articleId, slug: 'mentions', status: 'draft' });
    await seedPost({ slug: 'a-post' });
    const languages = (pages: { locale: string; isTranslated: boolean }[]) =>
      pages.map(({ locale, isTranslated }) => [locale, isTranslated]);
    const found = await reader.findPage('de', 'impressum');
    expect(found).toMatchObject({ kind: 'page', post: { slug: 'impressum' } });
    expect(found.kind === 'page' && languages(found.translations)).toEqual([
      ['en', false],
      ['de', true],
    ]);
    expect(await reader.findPage('de', 'alt')).toEqual({ kind: 'moved', slug: 'impressum' });
    expect(await reader.findPage('th', 'imprint')).toMatchObject({
      kind: 'missing',
      translations: [{ locale: 'en' }, { locale: 'de' }],
    });
    expect(await reader.findPage('de', 'imprint')).toMatchObject({ translations: [{ locale: 'de' }] });
    for (const slug of ['mentions', 'a-post', 'none', '', '\0'])
      expect(await reader.findPage('fr', slug)).toEqual({ kind: 'missing', translations: [] });
  });

  test('pages are listed oldest first, and only a change is read again', async () => {
    await using site = await openWriter(open);
    const reader = createBlogReader({ database: site.database, now: () => 0 });
    const titles = async () => (await reader.listPages('en')).map((group) => group.map(({ title }) => title));
    const page = { kind: 'page', locale: 'en', status: 'published' } as const;
    const { article_id } = await site.save({ ...page, title: 'Imprint' });
    expect(await titles()).toEqual([['Imprint']]);
    site.clock.now += 1000;
    await site.save({ ...page, title: 'About the team' });
    await site.save({ ...page, locale: 'de', title: 'Impressum', article_id });
    expect(await titles()).toEqual([['Imprint']]);
    expect(site.changes.at(-1)?.locales).toEqual(['en', 'de']);
    reader.invalidate({ locales: ['en'] });
    expect(await titles()).toEqual([['Imprint', 'Impressum'], ['About the team']]);
  });

  test.each(['about', 'blog', 'admin', 'de', 'Media', 'sitemap'])('a page cannot be /%s', async (slug) => {
    await using site = await openWriter(open);
    const input = { kind: 'page', locale: 'th', title: 'A' } as const;
    expect(await site.writer.savePost({ ...input, slug })).toMatchObject({
      error: { code: 'slug.reserved' },
    });
    expect((await site.save({ ...input, title: slug })).slug).toBe(`${slug.toLowerCase()}-2`);
  });
});
