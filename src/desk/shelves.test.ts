import { expect, test } from 'vitest';
import type { BlogChange } from '#blog/contract.ts';
import type { Database } from '#database/connect.ts';
import { article, articleTag, category } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { categoryInputSchema, tagInputSchema } from './contract.ts';
import { createShelves } from './shelves.ts';

const categoryInput = (names: object, more: object = {}) =>
  categoryInputSchema.parse({ names, color: '#336699', ...more });
const tagInput = (names: object, slug = '') => tagInputSchema.parse({ names, slug });

function shelvesOn(database: Database) {
  const changes: BlogChange[] = [];
  const hyphened = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
  const shelves = createShelves({
    database,
    now: () => Date.UTC(2026, 4, 1),
    announce: (change) => void changes.push(change),
    normaliseSlug: hyphened,
    slugFromName: (_locale, name) => hyphened(name),
    soundLine: (text) => text.replaceAll('\0', '').replace(/\s+/g, ' ').trim(),
  });
  return { shelves, changes };
}

describeDatabases('categories and tags at the desk', (open) => {
  test('a category is made, changed and removed, and every language hears of each', async () => {
    await using database = await open();
    const { shelves, changes } = shelvesOn(database);
    const made = await shelves.createCategory(
      categoryInput({ en: ' How it  works\0', de: 'So geht es', fr: ' ' }, { color: '#AABBCC' }),
    );
    expect(made).toEqual({
      ok: true,
      value: {
        ...{ id: expect.any(String), slug: 'how-it-works', color: '#aabbcc', articles: 0 },
        ...{ names: { en: 'How it works', de: 'So geht es' }, descriptions: {} },
      },
    });
    const id = made.ok ? made.value.id : '';
    const changed = await shelves.changeCategory(
      id,
      categoryInput({ en: 'Guides' }, { slug: 'Guides!', descriptions: { en: 'A\n guide' } }),
    );
    expect(changed).toMatchObject({
      value: { id, slug: 'guides', names: { en: 'Guides' }, descriptions: { en: 'A guide' } },
    });
    expect(await shelves.listCategories()).toEqual([changed.ok && changed.value]);
    expect(await shelves.removeCategory(id)).toEqual({ ok: true, value: null });
    expect(await shelves.listCategories()).toEqual([]);
    expect(changes).toEqual(Array.from({ length: 3 }, () => ({ articleId: null, locales: [...locales] })));
  });

  test('a slug is one’s alone, its own included', async () => {
    await using database = await open();
    const { shelves, changes } = shelvesOn(database);
    const taken = { ok: false, error: { code: 'slug.taken' } };
    const [one, same] = await Promise.all([
      shelves.createTag(tagInput({ en: 'Threads' })),
      shelves.createTag(tagInput({ en: 'threads' })),
    ]);
    expect([one, same]).toContainEqual(taken);
    const made = one.ok ? one.value : same.ok && same.value;
    const other = await shelves.createTag(tagInput({ en: 'Other' }));
    const [id, otherId] = [made ? made.id : '', other.ok ? other.value.id : ''];
    expect(await shelves.changeTag(otherId, tagInput({ en: 'x' }, 'threads'))).toEqual(taken);
    expect(await shelves.changeTag(id, tagInput({ en: 'New name' }, 'threads'))).toMatchObject({ ok: true });
    expect(await shelves.createCategory(categoryInput({ en: 'Threads' }))).toMatchObject({ ok: true });
    expect(await shelves.createCategory(categoryInput({ en: 'Threads' }))).toEqual(taken);
    expect(changes).toHaveLength(4);
  });

  test('each knows how many articles it has; they stay when it goes', async () => {
    await using database = await open();
    const { shelves } = shelvesOn(database);
    const made = await shelves.createCategory(categoryInput({ en: 'A' }));
    const tagged = await shelves.createTag(tagInput({ en: 'T' }));
    const [categoryId, tagId] = [made.ok ? made.value.id : '', tagged.ok ? tagged.value.id : ''];
    const rows = await database.query
      .insert(article)
      .values([
        { sourceLocale: 'en', categoryId },
        { sourceLocale: 'de', categoryId },
        { sourceLocale: 'de' },
      ])
      .returning({ id: article.id });
    await database.query.insert(articleTag).values({ articleId: rows[0]?.id ?? '', tagId });
    expect(await shelves.listCategories()).toMatchObject([{ articles: 2 }]);
    expect(await shelves.listTags()).toMatchObject([{ articles: 1 }]);
    expect(await shelves.changeCategory(categoryId, categoryInput({ en: 'B' }))).toMatchObject({
      value: { articles: 2 },
    });
    await shelves.removeCategory(categoryId);
    await shelves.removeTag(tagId);
    const left = await database.query.select({ categoryId: article.categoryId }).from(article);
    expect(left).toEqual([{ categoryId: null }, { categoryId: null }, { categoryId: null }]);
    expect(await database.query.$count(articleTag)).toBe(0);
  });

  test('they are in the order of their English names, as people sort', async () => {
    await using database = await open();
    const { shelves } = shelvesOn(database);
    for (const en of ['Zebra', 'über', 'Part 10', 'Part 9', 'apple'])
      await shelves.createTag(tagInput({ en }));
    const names = (await shelves.listTags()).map((tag) => tag.names.en);
    expect(names).toEqual(['apple', 'Part 9', 'Part 10', 'über', 'Zebra']);
  });

  test('what is not there is missing', async () => {
    await using database = await open();
    const { shelves, changes } = shelvesOn(database);
    const id = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';
    const [category_, tag_] = [categoryInput({ en: 'A' }), tagInput({ en: 'A' })];
    expect(await shelves.changeCategory(id, category_)).toMatchObject({
      error: { code: 'category.missing' },
    });
    expect(await shelves.removeCategory(id)).toMatchObject({ error: { code: 'category.missing' } });
    expect(await shelves.changeTag(id, tag_)).toMatchObject({ error: { code: 'tag.missing' } });
    expect(await shelves.removeTag(id)).toMatchObject({ error: { code: 'tag.missing' } });
    expect(changes).toEqual([]);
    expect(await database.query.$count(category)).toBe(0);
  });
});

test.each([
  ['no English name', { names: { de: 'x' }, color: '#336699' }],
  ['an English name of nothing that is seen', { names: { en: '\0\u200b ' }, color: '#336699' }],
  ['a language that is none', { names: { en: 'x', xx: 'x' }, color: '#336699' }],
  ['a colour that is none', { names: { en: 'x' }, color: 'red' }],
  ['a colour with more', { names: { en: 'x' }, color: '#336699;background:url(x)' }],
  ['a name that is too long', { names: { en: 'x'.repeat(81) }, color: '#336699' }],
  ['an id', { names: { en: 'x' }, color: '#336699', id: 'x' }],
])('%s is refused', (_name, input) => {
  expect(categoryInputSchema.safeParse(input).success).toBe(false);
});
