import { expect, test } from 'vitest';
import { article, category, mediaFile, post, slugHistory, tag } from '#database/schema.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import {
  buildExport,
  dataUrl,
  fullPosts,
  openSite,
  postEntry,
  type Site,
  unwrap,
} from '#test/support/open-site.ts';

async function fill({ writer }: Site): Promise<void> {
  const categoryId = await writer.ensureCategory({
    slug: 'guides',
    color: '#c2410c',
    names: { en: 'Guides', th: 'คู่มือ' },
    descriptions: { en: 'How' },
  });
  const tagId = await writer.ensureTag({ slug: 'video', names: { en: 'Video' } });
  const image = await dataUrl(60, 40);
  unwrap(
    await writer.publishArticle([
      {
        locale: 'en',
        title: 'One "quoted"',
        excerpt: 'e',
        category_id: categoryId,
        tag_ids: [tagId],
        featured_image_url: await dataUrl(80, 42),
        featured_image_alt: 'c',
        seo_keywords: ['a, b'],
        content: `<h2>Head</h2><p>a <strong>b</strong></p><ul><li>x</li></ul><img src="${image}" alt="Alt">`,
      },
      { locale: 'th', title: 'หนึ่ง', content: '<p>ก</p>' },
    ]),
  );
  await writer.addFormerSlug({ locale: 'en', slug: 'one-quoted' }, 'formerly');
  unwrap(await writer.savePost({ locale: 'de', title: 'Ein Entwurf', status: 'draft' }));
}

const outcomes = (result: Awaited<ReturnType<Site['importZip']>>) =>
  result.ok
    ? result.value.posts.map((importedPost) => `${importedPost.locale} ${importedPost.outcome}`).sort()
    : result.error;

const readAll = async ({ query }: TestDatabase) => {
  const posts = await fullPosts(query);
  const former = await query.select({ slug: slugHistory.slug }).from(slugHistory);
  const toComparable = ({
    article_id,
    category_id,
    category,
    created_at,
    updated_at,
    tags,
    ...rest
  }: (typeof posts)[0]) => ({
    ...rest,
    categoryName: category?.name,
    tags: tags.map(({ slug }) => slug),
  });
  return { former, posts: posts.map(toComparable).sort((a, b) => a.locale.localeCompare(b.locale)) };
};

const clear = async ({ query }: TestDatabase) => {
  for (const table of [article, category, tag, mediaFile]) await query.delete(table);
};

describeDatabases('content', (open) => {
  test('survives an export and import unchanged, and a second import changes nothing', async () => {
    const database = await open();
    const site = openSite(database);
    await fill(site);
    const before = await readAll(database);
    const bytes = await site.exported();
    await clear(database);
    const imported = await site.importZip(bytes);
    expect(outcomes(imported)).toEqual(['de created', 'en created', 'th created']);
    expect(imported).toMatchObject({ value: { missingPictures: 0 } });
    const after = await readAll(database);
    // A missing image is encoded again and gets a new id.
    const maskFileIds = (value: unknown) =>
      JSON.parse(JSON.stringify(value).replaceAll(/files\/[0-9a-f-]{36}/g, 'files/x'));
    expect(maskFileIds(after)).toEqual(maskFileIds(before));
    expect(outcomes(await site.importZip(bytes, true))).toEqual([
      'de unchanged',
      'en unchanged',
      'th unchanged',
    ]);
    expect(await readAll(database)).toEqual(after);
  });

  test('is exported as one ZIP of JSON, Markdown and images', async () => {
    const site = openSite(await open());
    await fill(site);
    const bytes = await site.exported();
    const names = (await site.listNames(bytes)).map((name) =>
      name.replaceAll(/[0-9a-f]{8}[0-9a-f-]*(?=\.)/g, '*'),
    );
    expect(names.toSorted()).toEqual([
      ...['articles/*.json', 'articles/*.json', 'categories.json', 'files/*.webp', 'files/*.webp'],
      ...['posts/de/ein-entwurf-*.md', 'posts/en/one-quoted-*.md', 'posts/th/หนึ่ง-*.md'],
      ...['tags.json', 'unspool.json'],
    ]);
    const text = await site.readText(bytes, /one-quoted/);
    expect(text).toContain('title: "One \\"quoted\\""');
    expect(text).toMatch(
      /## Head\n\na \*\*b\*\*\n\n- x\n\n!\[Alt\]\(<\.\.\/\.\.\/files\/[0-9a-f-]{36}\.webp>\)\n$/,
    );
  });

  test('differing posts are kept unless replaced, and a revision is saved first', async () => {
    const database = await open();
    const site = openSite(database);
    await fill(site);
    const bytes = await site.exported();
    const [changed] = await database.query.select().from(post);
    unwrap(await site.writer.savePost({ id: changed?.id, locale: changed?.locale as 'en', title: 'Mine' }));
    const outcomesWithoutReplace = outcomes(await site.importZip(bytes));
    expect(outcomesWithoutReplace).toContain(`${changed?.locale} kept`);
    expect((await readAll(database)).posts.map(({ title }) => title)).toContain('Mine');
    expect(site.revisionIds.length).toBeGreaterThan(0);
    expect(outcomes(await site.importZip(bytes, true))).toContain(`${changed?.locale} changed`);
    expect((await readAll(database)).posts.map(({ title }) => title)).not.toContain('Mine');
  });

  test('an article is imported with all its languages or not at all', async () => {
    const database = await open();
    const site = openSite(database);
    unwrap(await site.writer.savePost({ locale: 'de', title: 'Vergeben', slug: 'vergeben' }));
    const german = {
      ...postEntry,
      id: '0199c7f0-7a11-8a2b-9c3d-000000000003',
      locale: 'de',
      slug: 'vergeben',
    };
    const bytes = await buildExport({ posts: [postEntry, german] });
    expect(await site.importZip(bytes)).toMatchObject({
      value: { posts: [{ outcome: 'refused', code: 'slug.taken' }, { outcome: 'refused' }] },
    });
    expect(await database.query.select().from(post)).toHaveLength(1);
    expect(await database.query.select().from(article)).toHaveLength(1);
  });

  test('is sanitized, and importing it requests nothing from other sites', async () => {
    const database = await open();
    const site = openSite(database);
    const requestedUrls: string[] = [];
    site.remoteImages.get = (url) => {
      requestedUrls.push(url);
      return undefined;
    };
    const content =
      '<p onclick="x()">a<script>x()</script></p><a href="javascript:x()">b</a><svg onload=x()></svg>' +
      '<img src="/files/0199c7f0-7a11-8a2b-9c3d-00000000000f/60.webp" alt="gone">';
    const bytes = await buildExport({}, { content, title: 'A\u0000\nB<script>' });
    const imported = await site.importZip(bytes);
    expect(imported).toMatchObject({ value: { missingPictures: 1, posts: [{ outcome: 'created' }] } });
    const [row] = await database.query.select().from(post);
    expect(row?.title).toBe('A B<script>');
    expect(row?.content).not.toMatch(/script>|onclick|javascript|svg/);
    expect(requestedUrls).toEqual([]);
    expect(outcomes(await site.importZip(bytes, true))).toEqual(['en unchanged']);
  });

  test('files that are not images are skipped', async () => {
    const database = await open();
    const site = openSite(database);
    const id = '0199c7f0-7a11-8a2b-9c3d-00000000000f';
    const entries = { [`files/${id}.webp`]: Buffer.from('<svg onload="x()"/>') };
    expect(await site.importZip(await buildExport({ cover: id }, {}, entries))).toMatchObject({
      value: { missingPictures: 1, posts: [{ outcome: 'created' }] },
    });
    expect(await database.query.select().from(mediaFile)).toEqual([]);
    const real = { [`files/${id}.webp`]: Buffer.from((await dataUrl(30, 20)).split(',')[1] ?? '', 'base64') };
    expect(await site.importZip(await buildExport({ cover: id }, {}, real), true)).toMatchObject({
      value: { missingPictures: 0, posts: [{ outcome: 'changed' }] },
    });
  });
});
