import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { DataJobProgress } from '#backup/data-job-contract.ts';
import {
  article,
  author,
  category,
  clip,
  mediaFile,
  post,
  revision,
  slugHistory,
  tag,
} from '#database/schema.ts';
import { describeDatabases, emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import {
  buildExport,
  dataUrl,
  fullPosts,
  openSite,
  postEntry,
  type Site,
  unwrap,
} from '#test/support/open-site.ts';

const semanticHtml =
  '<h2 id="two">b</h2><p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <mark>a</mark> <abbr title="b">c</abbr> <time datetime="2026">d</time> <kbd>e</kbd> <cite>f</cite></p>' +
  '<details open><summary>g</summary><p>h</p></details><dl><dt>i</dt><dd>j</dd></dl>' +
  '<aside class="callout-tip"><p>k<sup class="footnote"><a href="#fn-k7"></a></sup></p></aside><p><a class="button" href="/th/about">l</a></p>' +
  '<section class="faq"><details><summary>m</summary><p>n</p></details></section>' +
  '<ol class="footnotes"><li id="fn-k7">o</li></ol>';

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
      {
        locale: 'th',
        title: 'หนึ่ง',
        content: `<p>ก</p>${semanticHtml}`,
        canonical_url: 'https://example.org/one',
        noindex: true,
        publication_date: '2020-01-02T03:04:05.000Z',
      },
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
  for (const table of [article, author, category, tag, mediaFile, clip]) await query.delete(table);
};

describeDatabases('content', (open) => {
  test('a page is a page after an import, and an article of an earlier export is a post', async () => {
    const database = await open();
    const site = openSite(database);
    unwrap(
      await site.writer.savePost({ kind: 'page', locale: 'de', title: 'Impressum', status: 'published' }),
    );
    const bytes = await site.exported();
    await clear(database);
    expect(outcomes(await site.importZip(bytes))).toEqual(['de created']);
    expect(outcomes(await site.importZip(await buildExport()))).toEqual(['en created']);
    const rows = await database.query.select({ locale: post.locale, kind: post.kind }).from(post);
    expect(new Map(rows.map(({ locale, kind }) => [locale, kind]))).toEqual(
      new Map([
        ['de', 'page'],
        ['en', 'post'],
      ]),
    );
  });

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
    expect(after.posts[2]?.content).toContain(semanticHtml);
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

  test('keeps the figures of a post and their images', async () => {
    const database = await open();
    const site = openSite(database);
    const image = `<img src="${await dataUrl(60, 40)}" alt="A">`;
    const url = 'https://www.threads.com/@a/post/b';
    const content =
      `<figure class="threads-post"><blockquote lang="en"><p>a<br>b</p><p><a href="${url}">${image}</a></p></blockquote>` +
      `<figcaption><a href="${url}">Ada (@a)</a>, <time datetime="2026-11-20">2026-11-20</time></figcaption></figure>` +
      `<figure class="gallery"><figure>${image}<figcaption>One</figcaption></figure><figure>${image}</figure></figure>` +
      `<figure class="full">${image}</figure><figure class="embed"><a href="https://vimeo.com/1">A film</a></figure>` +
      '<figure class="download-field"><a href="/">Save</a></figure>';
    unwrap(await site.writer.savePost({ locale: 'en', title: 'Figures', content, status: 'published' }));
    const [before] = await fullPosts(database.query);
    expect(before?.content.match(/class="/g)).toHaveLength(5);
    const bytes = await site.exported();
    expect(await site.readText(bytes, /figures/)).toMatch(
      /> a\\\n> b\n.*\[Ada \(@a\)\]\(<?https:\/\/www\.threads\.com\/@a\/post\/b>?\).*\[A film\].*\[Save\]/s,
    );
    await clear(database);
    expect(await site.importZip(bytes)).toMatchObject({ value: { missingPictures: 0 } });
    const [after] = await fullPosts(database.query);
    const mask = (html = '') => html.replaceAll(/files\/[0-9a-f-]{36}/g, 'files/x');
    expect(mask(after?.content)).toBe(mask(before?.content));
    expect(after?.content.match(/<img src="\/files\//g)).toHaveLength(4);
  });

  test('keeps video and audio files, and recognizes them by their bytes', async () => {
    const database = await open();
    const site = openSite(database);
    const file = Buffer.alloc(3_000_000);
    file.write('\0\0\0\x20ftypisom', 0, 'latin1');
    const { src } = unwrap(await site.writer.storeClip(file));
    const content = `<figure class="clip"><a href="${src}">A walk</a></figure>`;
    unwrap(await site.writer.savePost({ locale: 'en', title: 'Clips', content, status: 'published' }));
    const bytes = await site.exported();
    const name = `files/${src.split('/')[2]}.mp4`;
    expect(await site.listNames(bytes)).toContain(name);
    // Its checksum and length come first, so that it can be read from the front.
    const flags = bytes.readUInt16LE(bytes.indexOf(name) - 24);
    expect(flags & 8).toBe(0);
    expect(await site.readText(bytes, /^posts\/en\/clips/)).toContain(`[A walk](${src})`);
    await clear(database);
    expect(await site.importZip(bytes)).toMatchObject({ value: { missingPictures: 0 } });
    const [after] = await fullPosts(database.query);
    expect(after?.content).toBe(content);
    expect(await database.query.select({ bytes: clip.bytes }).from(clip)).toEqual([{ bytes: file.length }]);
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
      /## Head\n\na \*\*b\*\*\n\n- x\n\n!\[Alt\]\(\.\.\/\.\.\/files\/[0-9a-f-]{36}\.webp\)\n$/,
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
    expect(await database.query.select().from(revision)).toEqual([]);
    expect(outcomes(await site.importZip(bytes, true))).toContain(`${changed?.locale} changed`);
    const revisions = await database.query.select({ postId: revision.postId }).from(revision);
    expect(revisions).toContainEqual({ postId: changed?.id });
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

  test('an exported author name comes back as an author without an account', async () => {
    const database = await open();
    const site = openSite(database);
    const author_id = await site.writer.ensureAuthor({ slug: 'mira', name: 'Mira L' });
    unwrap(await site.writer.publishArticle([{ locale: 'en', title: 'One', author_id }]));
    const bytes = await site.exported();
    await clear(database);
    expect(outcomes(await site.importZip(bytes))).toEqual(['en created']);
    expect(await fullPosts(database.query)).toMatchObject([{ author: { name: 'Mira L', slug: 'mira' } }]);
    expect(await database.query.select().from(author)).toMatchObject([{ userId: null, isPublic: true }]);
    expect(outcomes(await site.importZip(bytes))).toEqual(['en unchanged']);
  });

  test('an export without authors, as of earlier versions, keeps the author of a post', async () => {
    const database = await open();
    const site = openSite(database);
    await site.importZip(await buildExport({ author: { slug: 'mira', name: 'Mira L' } }));
    await site.importZip(await buildExport({}, { title: 'Two' }), true);
    await site.importZip(await buildExport({ author: null }, { title: 'Three' }), true);
    expect(await fullPosts(database.query)).toMatchObject([{ title: 'Three', author: { slug: 'mira' } }]);
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

test('an export during which an article is deleted leaves it out and can be imported', async () => {
  const database = await emptyDatabase();
  const site = openSite(database);
  await fill(site);
  let deletion: Promise<unknown> | null = null;
  const bytes = await site.exported(() => {
    // The embedded database runs queries in their order: after the listing, before the articles.
    deletion ??= database.query.delete(article).where(eq(article.sourceLocale, 'en')).execute();
  });
  await deletion;
  expect(await database.query.$count(article)).toBe(1);
  const names = await site.listNames(bytes);
  expect(names.filter((name) => name.startsWith('articles/'))).toHaveLength(1);
  expect(names.filter((name) => name.startsWith('posts/'))).toHaveLength(1);
  const manifest = JSON.parse((await site.readText(bytes, /^unspool\.json$/)) ?? '');
  expect(manifest).toMatchObject({ articles: 1, posts: 1 });
  await clear(database);
  expect(outcomes(await site.importZip(bytes))).toEqual(['de created']);
});

test('the progress of an export counts all entries, also clips', async () => {
  const site = openSite(await emptyDatabase());
  await fill(site);
  unwrap(await site.writer.storeClip(Buffer.from('OggS')));
  const reports: DataJobProgress[] = [];
  const names = await site.listNames(await site.exported((report) => void reports.push(report)));
  expect(names.some((name) => name.endsWith('.ogg'))).toBe(true);
  expect(reports.map(({ done }) => done)).toEqual(names.map((_, index) => index));
  expect(new Set(reports.map(({ total }) => total))).toEqual(new Set([names.length]));
});
