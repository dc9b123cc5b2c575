import { expect, test } from 'vitest';
import { drawPng } from '#blog/fixtures/draw-images.ts';
import { accountUser, author, category, redirect, tag } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createZip, fullPosts, openSite, unwrap } from '#test/support/open-site.ts';
import { german } from '../fixtures/ghost-export.ts';
import { type WordPressItem, wordPressExport } from '../fixtures/wordpress-export.ts';

const channel = `
<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>guides</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[Guides & more]]></wp:cat_name></wp:category>
<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>video</wp:category_nicename><wp:category_parent>guides</wp:category_parent><wp:cat_name><![CDATA[Video]]></wp:cat_name></wp:category>
<wp:tag><wp:term_id>5</wp:term_id><wp:tag_slug>unused</wp:tag_slug><wp:tag_name><![CDATA[Unused]]></wp:tag_name></wp:tag>`;

const items: WordPressItem[] = [
  {
    id: 1,
    title: 'One &amp; <em>two</em>',
    name: 'one',
    link: 'https://old.example/2014/05/01/one/',
    content: `${german}\n\nSecond <a href="http://www.old.example/2014/05/01/two/#x">line</a>\nbroken\n\n<a href="https://old.example/wp-content/uploads/cat.png"><img src="https://old.example/wp-content/uploads/cat-300x200.png" alt="Cat" /></a>`,
    excerpt: 'Short <b>text</b>',
    terms: [
      ['category', 'guides', 'Guides & more'],
      ['category', 'video', 'Video'],
      ['post_tag', 'a', 'A'],
      ['series', 's', 'S'],
    ],
    meta: {
      _thumbnail_id: '10',
      _wp_old_slug: 'first',
      subtitle: 'x',
      _yoast_wpseo_metadesc: 'About it',
      _yoast_wpseo_title: '%%title%%',
    },
    more: '<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>Hi</wp:comment_content></wp:comment>',
  },
  { id: 2, title: 'Two', name: 'two', link: 'https://old.example/2014/05/01/two/', content: 'Text' },
  { id: 3, type: 'page', title: 'About', name: 'about', link: 'https://old.example/about/', content: 'Text' },
  { id: 4, title: 'Secret', name: 'secret', password: 'x', content: 'Text' },
  { id: 5, title: 'Later', name: 'later', status: 'future', date: '2099-01-01 00:00:00', content: 'Text' },
  { id: 6, title: 'Mine', name: 'mine', status: 'private', content: 'Text' },
  { id: 7, title: 'Idea', status: 'draft', date: '0000-00-00 00:00:00', content: 'Text' },
  { id: 8, title: 'Gone', status: 'trash' },
  { id: 9, title: 'Menu', type: 'nav_menu_item' },
  {
    id: 10,
    type: 'attachment',
    status: 'inherit',
    title: 'cat',
    attachmentUrl: 'https://old.example/wp-content/uploads/cat.png',
    meta: { _wp_attachment_image_alt: 'A cat' },
  },
  { id: 11, title: 'Shoe', type: 'product' },
];

describeDatabases('an import from WordPress', (open) => {
  test('takes posts, pages, categories, tags, authors and addresses, and lists the rest', async () => {
    const database = await open();
    const site = openSite(database);
    const content = wordPressExport(items, channel);
    const dryRun = unwrap(await site.importExport(content, { isDryRun: true }));
    const report = unwrap(await site.importExport(content));
    expect(report).toEqual(dryRun);
    expect(report).toMatchObject({ format: 'wordpress', categories: 2, tags: 3, authors: 1, redirects: 7 });
    expect(report.losses).toEqual([
      { code: 'category.parent', count: 1, details: ['Video'] },
      { code: 'menus', count: 1, details: [] },
      { code: 'post.type', count: 1, details: ['product'] },
      { code: 'post.trash', count: 1, details: ['Gone'] },
    ]);
    const lossesOf = Object.fromEntries(
      report.posts.map(({ slug, losses = [] }) => [slug, losses.map(({ code }) => code)]),
    );
    expect(lossesOf).toEqual({
      one: ['comments', 'custom_fields', 'category.as_tag', 'taxonomy.unknown', 'picture.missing'],
      two: [],
      'about-2': ['redirect.hidden', 'slug.changed'],
      secret: ['post.password'],
      later: ['date.scheduled'],
      mine: ['post.private'],
      idea: [],
    });
    const posts = new Map((await fullPosts(database.query)).map((found) => [found.slug, found]));
    expect(posts.get('one')).toMatchObject({
      title: 'One & two',
      locale: 'de',
      status: 'published',
      excerpt: 'Short text',
      seo_title: null,
      seo_description: 'About it',
      published_at: '2014-05-01T10:00:00.000Z',
      author: { name: 'Ada Lovelace', slug: 'ada-lovelace' },
      category: { slug: 'video', name: 'Video' },
    });
    expect(posts.get('one')?.tags.map(({ name }) => name)).toEqual(['A', 'Guides & more']);
    expect(posts.get('one')?.content).toContain(
      '<p>Second <a href="/2014/05/01/two/#x">line</a><br>broken</p><p><a href="https://old.example/wp-content/uploads/cat.png" rel="noopener">Cat</a></p>',
    );
    for (const slug of ['secret', 'later', 'mine', 'idea'])
      expect(posts.get(slug), slug).toMatchObject({ status: 'draft', published_at: null });
    const redirects = await database.query
      .select({ path: redirect.path, query: redirect.query })
      .from(redirect);
    expect(redirects.map(({ path, query }) => `${path}?${query}`).sort()).toEqual([
      '/2014/05/01/first?',
      '/2014/05/01/one?',
      '/2014/05/01/two?',
      '/?p=1',
      '/?p=2',
      '/?p=4',
      '/?page_id=3',
    ]);
    const stored = await Promise.all(
      [author, category, tag].map((table) => database.query.select().from(table)),
    );
    expect(JSON.stringify(stored)).not.toMatch(/secretlogin|old\.example/);
  });

  test('stores each image once, in its original size, from a ZIP with several files', async () => {
    const database = await open();
    const site = openSite(database);
    const zip = await createZip({
      'blog.wordpress.2014.000.xml': wordPressExport(items.slice(0, 1)),
      'blog.wordpress.2014.001.xml': wordPressExport(items.slice(9, 10)),
      'redirects.json': '[]',
      'site/wp-content/uploads/cat.png': await drawPng(60, 40),
    });
    const report = unwrap(await site.importExport(zip));
    expect(report).toMatchObject({ pictures: 1, missingPictures: 0 });
    expect(report.losses).toEqual([{ code: 'redirects.file', count: 1, details: ['redirects.json'] }]);
    const [found] = await fullPosts(database.query);
    expect(found).toMatchObject({ featured_image_width: 60, featured_image_alt: 'A cat' });
    expect(found?.content).toMatch(
      /<p><img src="\/files\/[^"]+\/60.webp" alt="Cat" width="60" height="40"><\/p>$/,
    );
  });

  test('never attributes a post to a user of this site with the same name', async () => {
    const database = await open();
    const site = openSite(database);
    const user = { id: 'ada', name: 'Ada', email: 'ada@new.example', role: 'author' as const };
    await database.query.insert(accountUser).values(user);
    const profile = { id: 'ada', userId: 'ada', slug: 'ada-lovelace', name: 'Ada', createdAt: new Date(0) };
    await database.query.insert(author).values({ ...profile, isPublic: true });
    const content = wordPressExport([{ id: 1, content: 'Text' }]);
    const dryRun = unwrap(await site.importExport(content, { isDryRun: true }));
    expect(unwrap(await site.importExport(content))).toEqual(dryRun);
    const readAuthors = async () => (await fullPosts(database.query)).map((found) => found.author?.slug);
    expect(await readAuthors()).toEqual(['ada-lovelace-2']);
    for (const isDryRun of [true, false]) {
      const again = unwrap(await site.importExport(content, { isDryRun, replace: true }));
      expect(again.posts).toMatchObject([{ outcome: 'unchanged' }]);
    }
    expect(await database.query.$count(author)).toBe(2);
  });

  test('gives posts and pages with one slug different slugs', async () => {
    const database = await open();
    const site = openSite(database);
    unwrap(await site.writer.savePost({ locale: 'en', title: 'Mine', slug: 'same' }));
    const content = wordPressExport([
      { id: 1, name: 'same', content: 'a' },
      { id: 2, name: 'same', type: 'page', content: 'b' },
      { id: 3, name: '%E4%BA%8C', title: '二', content: 'c' },
      { id: 4, title: '', content: 'The first words' },
    ]);
    for (let times = 0; times < 2; times++)
      expect(unwrap(await site.importExport(content)).posts.map(({ slug }) => slug)).toEqual([
        'same-2',
        'same-3',
        '二',
        'post-4',
      ]);
    expect((await fullPosts(database.query)).map(({ title }) => title)).toContain('The first words');
  });
});
