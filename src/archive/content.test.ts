import { expect, test } from 'vitest';
import { article, category, mediaFile, post, slugHistory, tag } from '#database/schema.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import {
  archiveOf,
  dataUrl,
  fullPosts,
  openSite,
  postEntry,
  type Site,
  unwrap,
} from '#test/support/open-site.ts';

async function fill({ writer }: Site): Promise<void> {
  const shelf = await writer.ensureCategory({
    ...{ slug: 'guides', color: '#c2410c', names: { en: 'Guides', th: 'คู่มือ' }, descriptions: { en: 'How' } },
  });
  const mark = await writer.ensureTag({ slug: 'video', names: { en: 'Video' } });
  const picture = await dataUrl(60, 40);
  unwrap(
    await writer.publishMany([
      {
        ...{ locale: 'en', title: 'One "quoted"', excerpt: 'e', category_id: shelf, tag_ids: [mark] },
        ...{ featured_image_url: await dataUrl(80, 42), featured_image_alt: 'c', seo_keywords: ['a, b'] },
        content: `<h2>Head</h2><p>a <strong>b</strong></p><ul><li>x</li></ul><img src="${picture}" alt="Alt">`,
      },
      { locale: 'th', title: 'หนึ่ง', content: '<p>ก</p>' },
    ]),
  );
  await writer.rememberSlug({ locale: 'en', slug: 'one-quoted' }, 'formerly');
  unwrap(await writer.savePost({ locale: 'de', title: 'Ein Entwurf', status: 'draft' }));
}

const outcomes = (result: Awaited<ReturnType<Site['take']>>) =>
  result.ok ? result.value.posts.map((each) => `${each.locale} ${each.outcome}`).sort() : result.error;

const everything = async ({ query }: TestDatabase) => {
  const posts = await fullPosts(query);
  const former = await query.select({ slug: slugHistory.slug }).from(slugHistory);
  const apart = ({
    article_id,
    category_id,
    category,
    created_at,
    updated_at,
    tags,
    ...rest
  }: (typeof posts)[0]) => ({
    ...rest,
    shelf: category?.name,
    tags: tags.map(({ slug }) => slug),
  });
  return { former, posts: posts.map(apart).sort((a, b) => a.locale.localeCompare(b.locale)) };
};

const clear = async ({ query }: TestDatabase) => {
  for (const table of [article, category, tag, mediaFile]) await query.delete(table);
};

describeDatabases('content', (open) => {
  test('that is exported comes back the same into a blog without any, and a second time changes nothing', async () => {
    await using database = await open();
    const site = openSite(database);
    await fill(site);
    const before = await everything(database);
    const bytes = await site.exported();
    await clear(database);
    const taken = await site.take(bytes);
    expect(outcomes(taken)).toEqual(['de created', 'en created', 'th created']);
    expect(taken).toMatchObject({ value: { missingPictures: 0 } });
    const after = await everything(database);
    // A picture that is not here any more is encoded anew, and has a name by its bytes.
    const unnamed = (value: unknown) =>
      JSON.parse(JSON.stringify(value).replaceAll(/files\/[0-9a-f-]{36}/g, 'files/x'));
    expect(unnamed(after)).toEqual(unnamed(before));
    expect(outcomes(await site.take(bytes, true))).toEqual(['de unchanged', 'en unchanged', 'th unchanged']);
    expect(await everything(database)).toEqual(after);
  });

  test('is one ZIP of JSON, Markdown and pictures', async () => {
    await using database = await open();
    const site = openSite(database);
    await fill(site);
    const bytes = await site.exported();
    const names = (await site.namesOf(bytes)).map((name) =>
      name.replaceAll(/[0-9a-f]{8}[0-9a-f-]*(?=\.)/g, '*'),
    );
    expect(names.toSorted()).toEqual([
      ...['articles/*.json', 'articles/*.json', 'categories.json', 'files/*.webp', 'files/*.webp'],
      ...['posts/de/ein-entwurf-*.md', 'posts/en/one-quoted-*.md', 'posts/th/หนึ่ง-*.md'],
      ...['tags.json', 'unspool.json'],
    ]);
    const text = await site.textOf(bytes, /one-quoted/);
    expect(text).toContain('title: "One \\"quoted\\""');
    expect(text).toMatch(
      /## Head\n\na \*\*b\*\*\n\n- x\n\n!\[Alt\]\(<\.\.\/\.\.\/files\/[0-9a-f-]{36}\.webp>\)\n$/,
    );
  });

  test('what is here and different stays, unless it is to be replaced; then what it was is kept first', async () => {
    await using database = await open();
    const site = openSite(database);
    await fill(site);
    const bytes = await site.exported();
    const [changed] = await database.query.select().from(post);
    unwrap(await site.writer.savePost({ id: changed?.id, locale: changed?.locale as 'en', title: 'Mine' }));
    const kept = outcomes(await site.take(bytes));
    expect(kept).toContain(`${changed?.locale} kept`);
    expect((await everything(database)).posts.map(({ title }) => title)).toContain('Mine');
    expect(site.kept.length).toBeGreaterThan(0);
    expect(outcomes(await site.take(bytes, true))).toContain(`${changed?.locale} changed`);
    expect((await everything(database)).posts.map(({ title }) => title)).not.toContain('Mine');
  });

  test('of an article comes in whole or not at all', async () => {
    await using database = await open();
    const site = openSite(database);
    unwrap(await site.writer.savePost({ locale: 'de', title: 'Vergeben', slug: 'vergeben' }));
    const german = {
      ...postEntry,
      id: '0199c7f0-7a11-8a2b-9c3d-000000000003',
      locale: 'de',
      slug: 'vergeben',
    };
    const bytes = await archiveOf({ posts: [postEntry, german] });
    expect(await site.take(bytes)).toMatchObject({
      value: { posts: [{ outcome: 'refused', code: 'slug.taken' }, { outcome: 'refused' }] },
    });
    expect(await database.query.select().from(post)).toHaveLength(1);
    expect(await database.query.select().from(article)).toHaveLength(1);
  });

  test('is sanitised as what is typed, and asks no other site for anything', async () => {
    await using database = await open();
    const site = openSite(database);
    const asked: string[] = [];
    site.pictures.get = (address) => {
      asked.push(address);
      return undefined;
    };
    const content =
      '<p onclick="x()">a<script>x()</script></p><a href="javascript:x()">b</a><svg onload=x()></svg>' +
      '<img src="/files/0199c7f0-7a11-8a2b-9c3d-00000000000f/60.webp" alt="gone">';
    const bytes = await archiveOf({}, { content, title: 'A\u0000\nB<script>' });
    const taken = await site.take(bytes);
    expect(taken).toMatchObject({ value: { missingPictures: 1, posts: [{ outcome: 'created' }] } });
    const [row] = await database.query.select().from(post);
    expect(row?.title).toBe('A B<script>');
    expect(row?.content).not.toMatch(/script>|onclick|javascript|svg/);
    expect(asked).toEqual([]);
    expect(outcomes(await site.take(bytes, true))).toEqual(['en unchanged']);
  });

  test('a picture that is none is left out, and one that is too large as well', async () => {
    await using database = await open();
    const site = openSite(database);
    const id = '0199c7f0-7a11-8a2b-9c3d-00000000000f';
    const entries = { [`files/${id}.webp`]: Buffer.from('<svg onload="x()"/>') };
    expect(await site.take(await archiveOf({ cover: id }, {}, entries))).toMatchObject({
      value: { missingPictures: 1, posts: [{ outcome: 'created' }] },
    });
    expect(await database.query.select().from(mediaFile)).toEqual([]);
    const real = { [`files/${id}.webp`]: Buffer.from((await dataUrl(30, 20)).split(',')[1] ?? '', 'base64') };
    expect(await site.take(await archiveOf({ cover: id }, {}, real), true)).toMatchObject({
      value: { missingPictures: 0, posts: [{ outcome: 'changed' }] },
    });
  });
});
