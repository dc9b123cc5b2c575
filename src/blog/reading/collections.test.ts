import { expect, test } from 'vitest';
import { post } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { openWriter } from '../fixtures/open-writer.ts';

describeDatabases('pages of categories and tags', (open) => {
  test('a page has the texts of its language, and the languages with translated posts', async () => {
    await using blog = await openWriter(open);
    const { reader, writer } = blog;
    const category_id = await writer.ensureCategory({
      slug: 'guides',
      color: '#336699',
      names: { en: 'Guides', de: 'Anleitungen' },
      descriptions: { en: 'How to', de: 'So geht es' },
    });
    const tagId = await writer.ensureTag({ slug: 'video', names: { en: 'Video' } });
    await writer.ensureTag({ slug: 'unused', names: { en: 'Unused' } });
    const shared = { category_id, tag_ids: [tagId] };
    const { article_id } = await blog.save({ locale: 'th', title: 'A', status: 'published', ...shared });
    await blog.save({ locale: 'en', title: 'B', status: 'published', article_id });
    await blog.save({ locale: 'de', title: 'C', status: 'draft', article_id });
    await blog.save({ locale: 'fr', title: 'D', status: 'published', origin: 'untranslated', article_id });
    expect(await blog.database.query.$count(post)).toBe(4);

    const locales = ['en', 'th'];
    expect(await reader.findTaxonPage('category', 'de', 'guides')).toEqual({
      slug: 'guides',
      name: 'Anleitungen',
      description: 'So geht es',
      locales,
    });
    expect(await reader.findTaxonPage('tag', 'de', 'video')).toEqual({
      slug: 'video',
      name: 'Video',
      description: null,
      locales,
    });
    expect(await reader.findTaxonPage('tag', 'en', 'unused')).toMatchObject({ locales: [] });
    expect(await reader.findTaxonPage('tag', 'en', 'guides')).toBeNull();
    expect(await reader.listTaxonPages('category')).toEqual([{ slug: 'guides', locales }]);
    expect(await reader.listTaxonPages('tag')).toEqual([{ slug: 'video', locales }]);
  });
});
