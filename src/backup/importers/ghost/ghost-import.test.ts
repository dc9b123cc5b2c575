import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawPng } from '#blog/fixtures/draw-images.ts';
import { article, author, mediaFile, post, redirect, tag } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createZip, fullPosts, openSite, unwrap } from '#test/support/open-site.ts';
import { german, ghostExport, ghostPost } from '../fixtures/ghost-export.ts';

const users = [{ id: 'u1', name: 'Ada Lovelace', slug: 'ada', bio: 'Writes.', email: 'ada@old.example' }];
const tags = [
  { id: 't1', name: 'Video', slug: 'video', visibility: 'public' },
  { id: 't2', name: '#Import', slug: 'hash-import', visibility: 'internal' },
];
const blog = {
  posts: [
    ghostPost({
      html: `${german}<p><a href="__GHOST_URL__/about/">Über mich</a></p>`,
      custom_excerpt: 'Kurz',
      featured: 1,
    }),
    ghostPost({ id: '2', uuid: 'b', title: 'About', slug: 'about', type: 'page' }),
    ghostPost({ id: '3', uuid: 'c', title: 'Members', slug: 'members', visibility: 'paid' }),
    ghostPost({ id: '4', uuid: 'd', title: 'Draft', slug: 'draft', status: 'draft' }),
    ghostPost({ id: '5', uuid: 'e', title: 'Mail', slug: 'mail', status: 'sent' }),
  ],
  posts_meta: [{ post_id: '5f123d248f96fd003930da31', meta_title: 'SEO', meta_description: 'About it' }],
  tags,
  users,
  posts_tags: [
    { post_id: '5f123d248f96fd003930da31', tag_id: 't2', sort_order: 0 },
    { post_id: '5f123d248f96fd003930da31', tag_id: 't1', sort_order: 1 },
  ],
  posts_authors: [{ post_id: '5f123d248f96fd003930da31', author_id: 'u1', sort_order: 0 }],
  settings: [{ key: 'locale', value: 'en' }],
  members: [{ id: 'm1', email: 'reader@old.example' }],
};

describeDatabases('an import from Ghost', (open) => {
  test('takes posts, pages, tags, authors and addresses, and lists the rest', async () => {
    const database = await open();
    const site = openSite(database);
    const dryRun = unwrap(await site.importExport(ghostExport(blog), { isDryRun: true }));
    for (const table of [article, tag, author, redirect])
      expect(await database.query.select().from(table)).toEqual([]);
    const report = unwrap(await site.importExport(ghostExport(blog)));
    expect(report).toEqual(dryRun);
    expect(report).toMatchObject({ format: 'ghost', tags: 1, authors: 1, redirects: 3 });
    expect(report.losses).toEqual([
      { code: 'tag.internal', count: 1, details: ['#Import'] },
      { code: 'author.details', count: 1, details: ['Ada Lovelace'] },
      { code: 'members', count: 1, details: [] },
    ]);
    const lossesOf = Object.fromEntries(
      report.posts.map(({ slug, losses = [] }) => [slug, losses.map(({ code }) => code)]),
    );
    expect(lossesOf).toEqual({
      one: ['post.featured'],
      'about-2': ['redirect.hidden', 'slug.changed'],
      members: ['post.access'],
      draft: ['date.draft'],
      mail: ['post.email'],
    });
    const posts = new Map((await fullPosts(database.query)).map((found) => [found.slug, found]));
    expect(posts.get('one')).toMatchObject({
      locale: 'de',
      status: 'published',
      excerpt: 'Kurz',
      seo_title: 'SEO',
      seo_description: 'About it',
      published_at: '2020-01-02T03:04:05.000Z',
      author: { name: 'Ada Lovelace', slug: 'ada' },
      tags: [{ slug: 'video' }],
    });
    expect(posts.get('one')?.content).toContain('<a href="/about/">');
    for (const slug of ['members', 'draft', 'mail']) expect(posts.get(slug)?.status, slug).toBe('draft');
    expect((await database.query.select().from(redirect)).map(({ path }) => path).sort()).toEqual([
      '/mail',
      '/members',
      '/one',
    ]);
    const kinds = await database.query.select({ kind: post.kind, slug: post.slug }).from(post);
    expect(kinds.filter(({ kind }) => kind === 'page')).toEqual([{ kind: 'page', slug: 'about-2' }]);
  });

  test('changes nothing when repeated, and keeps what was edited here unless it shall replace it', async () => {
    const database = await open();
    const site = openSite(database);
    const outcomes = async (html: string, replace = false) =>
      unwrap(await site.importExport(ghostExport({ posts: [ghostPost({ html })] }), { replace })).posts.map(
        ({ outcome }) => outcome,
      );
    expect(await outcomes('<p>a</p>')).toEqual(['created']);
    expect(await outcomes('<p>a</p>')).toEqual(['unchanged']);
    expect(await outcomes('<p>b</p>')).toEqual(['kept']);
    expect(await outcomes('<p>b</p>', true)).toEqual(['changed']);
    expect((await fullPosts(database.query))[0]?.content).toBe('<p>b</p>');
  });

  test('takes the language, and dated addresses in the time zone of the site', async () => {
    const database = await open();
    const site = openSite(database);
    const content = ghostExport({
      posts: [ghostPost({ html: german, published_at: '2020-01-01 23:30:00' })],
      settings: [
        { key: 'permalinks', value: '/:year/:month/:day/:slug/' },
        { key: 'active_timezone', value: 'Europe/Berlin' },
      ],
    });
    unwrap(await site.importExport(gzipSync(content), { locale: 'fr' }));
    expect(await database.query.select({ locale: post.locale }).from(post)).toEqual([{ locale: 'fr' }]);
    expect(await database.query.select({ path: redirect.path }).from(redirect)).toEqual([
      { path: '/2020/01/02/one' },
    ]);
    const bytes = await site.exported();
    await database.query.delete(article);
    expect(unwrap(await site.importZip(bytes))).toMatchObject({ format: 'unspool', redirects: 1 });
    expect(await database.query.select({ path: redirect.path }).from(redirect)).toHaveLength(1);
  });
});

const image = '__GHOST_URL__/content/images/size/w600/2020/01/cat%20a.png';
const withImages = ghostExport({
  posts: [
    ghostPost({
      html: `<figure class="kg-card kg-image-card kg-width-wide"><img src="${image}" alt="Cat"></figure><img src="https://a.example/b.png" alt="B">`,
      feature_image: '__GHOST_URL__/content/images/2020/01/cover.png',
      feature_image_alt: 'Cover',
    }),
  ],
});

describeDatabases('the images of a Ghost import', (open) => {
  test('come from the ZIP, and no request is sent to other sites', async () => {
    const database = await open();
    const site = openSite(database);
    site.remoteImages.set('https://a.example/b.png', await drawPng(30, 20));
    const zip = await createZip({
      'data/blog.ghost.json': withImages,
      'data/redirects.json': '[]',
      'content/images/2020/01/cat a.png': await drawPng(20, 10),
      'content/images/2020/01/cover.png': await drawPng(40, 21),
    });
    const report = unwrap(await site.importExport(zip));
    expect(report).toMatchObject({ pictures: 2, missingPictures: 1 });
    expect(report.losses).toEqual([{ code: 'redirects.file', count: 1, details: ['data/redirects.json'] }]);
    expect(report.posts[0]?.losses).toEqual([
      { code: 'picture.missing', count: 1, details: ['https://a.example/b.png'] },
    ]);
    const [found] = await fullPosts(database.query);
    expect(found).toMatchObject({ featured_image_width: 40, featured_image_alt: 'Cover' });
    expect(found?.content).toMatch(
      /^<figure class="wide"><img src="\/files\/[0-9a-f-]{36}\/20.webp" alt="Cat" width="20" height="10"><\/figure><p><a href="https:\/\/a.example\/b.png" rel="noopener">B<\/a><\/p>$/,
    );
  });

  test('are requested from their sites if the owner asks for it', async () => {
    const database = await open();
    const site = openSite(database);
    site.remoteImages.set('https://a.example/b.png', await drawPng(30, 20));
    site.remoteImages.set('https://old.example/content/images/2020/01/cat%20a.png', await drawPng(20, 10));
    const options = { fetchImages: true, siteUrl: 'https://old.example/' };
    expect(unwrap(await site.importExport(withImages, { ...options, isDryRun: true })).missingPictures).toBe(
      0,
    );
    expect(await database.query.select().from(mediaFile)).toEqual([]);
    expect(unwrap(await site.importExport(withImages, options))).toMatchObject({
      pictures: 2,
      missingPictures: 1,
    });
    expect((await fullPosts(database.query))[0]?.featured_image_url).toBeNull();
  });

  test('are found in the folder of the site, like the addresses of its posts', async () => {
    const database = await open();
    const site = openSite(database);
    site.remoteImages.set('https://old.example/blog/content/images/a.png', await drawPng(20, 10));
    const html = '<img src="__GHOST_URL__/content/images/a.png"><a href="__GHOST_URL__/two/">two</a>';
    const posts = [ghostPost({ html }), ghostPost({ uuid: 'b', slug: 'two' })];
    const options = { fetchImages: true, siteUrl: 'https://old.example/blog/' };
    const report = unwrap(await site.importExport(ghostExport({ posts }), options));
    expect(report).toMatchObject({ pictures: 1, missingPictures: 0 });
    const [found] = (await fullPosts(database.query)).filter(({ slug }) => slug === 'one');
    expect(found?.content).toContain('<a href="/blog/two/">two</a>');
    const redirects = await database.query.select({ path: redirect.path }).from(redirect);
    expect(redirects.map(({ path }) => path).sort()).toEqual(['/blog/one', '/blog/two']);
  });
});
