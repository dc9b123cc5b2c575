import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { article, articleTag, category } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import { describeDatabases } from '#test/support/databases.ts';
import type { BlogChange } from './contract.ts';
import { openWriter } from './fixtures/open-writer.ts';
import { createSeeder } from './fixtures/seed-posts.ts';
import { createBlogReader } from './read.ts';
import { createTaxonomy } from './taxonomy.ts';
import { categoryInputSchema, tagInputSchema } from './taxonomy-contract.ts';

const categoryInput = (names: object, more: object = {}) =>
  categoryInputSchema.parse({ names, color: '#336699', ...more });

const tagInput = (names: object, slug = '') => tagInputSchema.parse({ names, slug });

function createTestTaxonomy(database: Database) {
  const changes: BlogChange[] = [];
  const taxonomy = createTaxonomy({
    database,
    now: () => Date.UTC(2026, 4, 1),
    emitChange: (change) => void changes.push(change),
  });
  return { taxonomy, changes };
}

describeDatabases('editing categories and tags', (open) => {
  test('creating, changing and removing a category emits a change for all languages', async () => {
    await using database = await open();
    const { taxonomy, changes } = createTestTaxonomy(database);
    const created = await taxonomy.createCategory(
      categoryInput({ en: ' How it  works\0', de: 'So geht es', fr: ' ' }, { color: '#AABBCC' }),
    );
    expect(created).toEqual({
      ok: true,
      value: {
        id: expect.any(String),
        slug: 'how-it-works',
        color: '#aabbcc',
        articles: 0,
        names: { en: 'How it works', de: 'So geht es' },
        descriptions: {},
      },
    });
    const id = created.ok ? created.value.id : '';
    const changed = await taxonomy.changeCategory(
      id,
      categoryInput({ en: 'Guides' }, { slug: 'Guides!', descriptions: { en: 'A\n guide' } }),
    );
    expect(changed).toMatchObject({
      value: { id, slug: 'guides', names: { en: 'Guides' }, descriptions: { en: 'A guide' } },
    });
    expect(await taxonomy.listCategories()).toEqual([changed.ok && changed.value]);
    expect(await taxonomy.removeCategory(id)).toEqual({ ok: true, value: null });
    expect(await taxonomy.listCategories()).toEqual([]);
    expect(changes).toEqual(Array.from({ length: 3 }, () => ({ articleId: null, locales: [...locales] })));
  });

  test('a slug is unique, but a tag can keep its own', async () => {
    await using database = await open();
    const { taxonomy, changes } = createTestTaxonomy(database);
    const slugTaken = { ok: false, error: { code: 'slug.taken' } };
    const [first, same] = await Promise.all([
      taxonomy.createTag(tagInput({ en: 'Threads' })),
      taxonomy.createTag(tagInput({ en: 'threads' })),
    ]);
    expect([first, same]).toContainEqual(slugTaken);
    const created = first.ok ? first.value : same.ok && same.value;
    const other = await taxonomy.createTag(tagInput({ en: 'Other' }));
    const [id, otherId] = [created ? created.id : '', other.ok ? other.value.id : ''];
    expect(await taxonomy.changeTag(otherId, tagInput({ en: 'x' }, 'threads'))).toEqual(slugTaken);
    expect(await taxonomy.changeTag(id, tagInput({ en: 'New name' }, 'threads'))).toMatchObject({ ok: true });
    expect(await taxonomy.createCategory(categoryInput({ en: 'Threads' }))).toMatchObject({ ok: true });
    expect(await taxonomy.createCategory(categoryInput({ en: 'Threads' }))).toEqual(slugTaken);
    expect(changes).toHaveLength(4);
  });

  test('articles are counted, and stay when their category or tag is removed', async () => {
    await using database = await open();
    const { taxonomy } = createTestTaxonomy(database);
    const created = await taxonomy.createCategory(categoryInput({ en: 'A' }));
    const tagged = await taxonomy.createTag(tagInput({ en: 'T' }));
    const [categoryId, tagId] = [created.ok ? created.value.id : '', tagged.ok ? tagged.value.id : ''];
    const rows = await database.query
      .insert(article)
      .values([
        { sourceLocale: 'en', categoryId },
        { sourceLocale: 'de', categoryId },
        { sourceLocale: 'de' },
      ])
      .returning({ id: article.id });
    await database.query.insert(articleTag).values({ articleId: rows[0]?.id ?? '', tagId });
    expect(await taxonomy.listCategories()).toMatchObject([{ articles: 2 }]);
    expect(await taxonomy.listTags()).toMatchObject([{ articles: 1 }]);
    expect(await taxonomy.changeCategory(categoryId, categoryInput({ en: 'B' }))).toMatchObject({
      value: { articles: 2 },
    });
    await taxonomy.removeCategory(categoryId);
    await taxonomy.removeTag(tagId);
    const remaining = await database.query.select({ categoryId: article.categoryId }).from(article);
    expect(remaining).toEqual([{ categoryId: null }, { categoryId: null }, { categoryId: null }]);
    expect(await database.query.$count(articleTag)).toBe(0);
  });

  test('tags are sorted naturally by English name', async () => {
    await using database = await open();
    const { taxonomy } = createTestTaxonomy(database);
    for (const en of ['Zebra', 'über', 'Part 10', 'Part 9', 'apple'])
      await taxonomy.createTag(tagInput({ en }));
    const names = (await taxonomy.listTags()).map((tag) => tag.names.en);
    expect(names).toEqual(['apple', 'Part 9', 'Part 10', 'über', 'Zebra']);
  });

  test('changing or removing a missing category or tag is rejected', async () => {
    await using database = await open();
    const { taxonomy, changes } = createTestTaxonomy(database);
    const id = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';
    const [categoryUpdate, tagUpdate] = [categoryInput({ en: 'A' }), tagInput({ en: 'A' })];
    expect(await taxonomy.changeCategory(id, categoryUpdate)).toMatchObject({
      error: { code: 'category.missing' },
    });
    expect(await taxonomy.removeCategory(id)).toMatchObject({ error: { code: 'category.missing' } });
    expect(await taxonomy.changeTag(id, tagUpdate)).toMatchObject({ error: { code: 'tag.missing' } });
    expect(await taxonomy.removeTag(id)).toMatchObject({ error: { code: 'tag.missing' } });
    expect(changes).toEqual([]);
    expect(await database.query.$count(category)).toBe(0);
  });
});

describeDatabases('listing categories and tags', (open) => {
  test('names are in the requested language or in English, sorted by its collation', async () => {
    await using database = await open();
    const { seedCategory, seedTag } = createSeeder(database.query);
    const reader = createBlogReader({ database, now: Date.now });
    const entries = [
      ['z', { en: 'Zebra', de: 'Zebra' }],
      ['o', { en: 'Ore', de: 'Öl' }],
      ['p', { en: 'apple' }],
    ] as const;
    for (const [slug, names] of entries) {
      await seedCategory(slug, names);
      await seedTag(slug, names);
    }
    const names = (list: { name: string }[]) => list.map((entry) => entry.name);
    expect(names(await reader.listCategories('en'))).toEqual(['apple', 'Ore', 'Zebra']);
    expect(names(await reader.listCategories('de'))).toEqual(['apple', 'Öl', 'Zebra']);
    expect(names(await reader.listTags('de'))).toEqual(['apple', 'Öl', 'Zebra']);
    expect((await reader.listTags('en'))[0]).toEqual({
      id: expect.any(String),
      name: 'apple',
      slug: 'p',
      created_at: expect.stringMatching(/Z$/),
    });
  });
});

describeDatabases('ensuring a category or tag', (open) => {
  test('each slug is created once, and a change is emitted', async () => {
    await using fixture = await openWriter(open);
    const names = { en: 'Name' };
    const input = { slug: 'c', color: '#336699', names, descriptions: { en: 'About' } };
    const id = await fixture.writer.ensureCategory(input);
    expect(await fixture.writer.ensureCategory({ ...input, color: '#000000' })).toBe(id);
    const tagId = await fixture.writer.ensureTag({ slug: 't', names });
    expect(await fixture.writer.ensureTag({ slug: 't', names: { en: 'Other' } })).toBe(tagId);
    expect(fixture.changes.map((change) => change.locales.length)).toEqual([10, 10]);
    const row = await fixture.database.query.query.category.findFirst({ where: (table) => eq(table.id, id) });
    expect(row?.color).toBe('#336699');
    await expect(fixture.writer.ensureCategory({ ...input, color: 'red' })).rejects.toThrow('invalid color');
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
])('%s is rejected', (_name, input) => {
  expect(categoryInputSchema.safeParse(input).success).toBe(false);
});
