import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { textBytesMax } from '#blog/contract.ts';
import { post } from '#database/schema.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { createZip, fullPosts, openSite, unwrap } from '#test/support/open-site.ts';
import { ensureTaxonomy } from './ensure-taxonomy.ts';
import { ghostExport, ghostPost } from './fixtures/ghost-export.ts';
import { wordPressExport } from './fixtures/wordpress-export.ts';
import { isTextTooLong } from './foreign-fields.ts';
import { createLosses } from './foreign-site.ts';
import { renderCard } from './ghost/cards.ts';
import { readGhostTables } from './ghost/ghost-tables.ts';
import { readJsonRows } from './ghost/json-rows.ts';
import { mobiledocToHtml } from './ghost/mobiledoc.ts';
import { convertHtml } from './html/convert-html.ts';
import { toPostHtml } from './wordpress/post-html.ts';
import { readWxr } from './wordpress/read-wxr.ts';

const ghost = ghostExport({ posts: [ghostPost({})] });
const wordPress = wordPressExport([{ id: 1, content: 'Text' }]);

test('a file that is not a whole export is rejected, and nothing is imported', async () => {
  const database = await emptyDatabase();
  const site = openSite(database);
  const importCode = async (content: string | Uint8Array) => {
    const result = await site.importExport(content);
    return result.ok ? 'imported' : result.error.code;
  };
  for (const content of [
    '',
    'text',
    '<!doctype html><html></html>',
    ghost.slice(0, -3),
    ghost.replace('"title":"One"', '"title":One'),
    `${ghost}{}`,
    ghost.replace(']}}]}', '}}]}'),
    wordPress.slice(0, -20),
    '<?xml version="1.0" encoding="klingon"?><rss></rss>',
    gzipSync(wordPress).subarray(0, 200),
    await createZip({ 'a.txt': 'x' }),
  ])
    expect(await importCode(content), String(content).slice(0, 60)).toBe('archive.unreadable');
  for (const content of [
    '{"db":[{"data":{"posts":[]}}]}',
    '{"posts":[{"title":"x"}]}',
    '<rss><channel><title>A feed</title><item><title>x</title></item></channel></rss>',
    `<rss><channel>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</channel></rss>`,
  ])
    expect(await importCode(content), content.slice(0, 60)).toBe('archive.unfit');
  expect(await database.query.select().from(post)).toEqual([]);
});

test('declared entities stay as they are, and none can expand', async () => {
  const entities = Array.from(
    { length: 20 },
    (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
  );
  const document = `<!DOCTYPE rss [<!ENTITY e0 "lol"><!ENTITY x SYSTEM "file:///etc/passwd">${entities.join('')}]>`;
  const content = wordPress
    .replace('<rss', `${document}<rss`)
    .replace('<title><![CDATA[One]]></title>', '<title>&e20; &x; &amp;</title>');
  const titles: (string | undefined)[] = [];
  for await (const { name, fields } of readWxr(async function* () {
    yield Buffer.from(content);
  }))
    if (name === 'item') titles.push(fields.get('title'));
  expect(titles).toEqual(['&e20; &x; &']);
});

test('rows and elements are found wherever the chunks of a file end', async () => {
  const json = ghostExport({
    posts: [ghostPost({ title: 'a "q" {[ \\ é 二' })],
    tags: [{ id: 1, name: ']}' }],
  });
  const bytes = async function* (content: string) {
    for (const byte of Buffer.from(content)) yield Buffer.of(byte);
  };
  const rows: unknown[] = [];
  for await (const row of readJsonRows(() => bytes(json))) rows.push(row);
  expect(rows).toEqual([
    { table: 'posts', row: ghostPost({ title: 'a "q" {[ \\ é 二' }) },
    { table: 'tags', row: { id: 1, name: ']}' } },
  ]);
  const names: string[] = [];
  for await (const { name, fields } of readWxr(() =>
    bytes(wordPressExport([{ id: 1, title: '二 ]]> x' }])),
  )) {
    names.push(name);
    if (name === 'item') expect(fields.get('title')).toBe('二 ]]> x');
  }
  expect(names).toContain('wp:author');
});

test('hostile HTML, names and addresses of an export are harmless', async () => {
  const database = await emptyDatabase();
  const site = openSite(database);
  const content = wordPressExport(
    [
      {
        id: 1,
        title: 'A\u001b[2J',
        name: '../../admin',
        creator: '<img src=x onerror=alert(1)>',
        link: 'https://evil.example/x',
        content:
          '<!-- wp:a/b {"x":"-->"} /--><img src="javascript:alert(1)" onerror="x()" alt="i"><a href="javascript:x">l</a>' +
          '<iframe src="javascript:x"></iframe><iframe src="https://evil.example/frame"></iframe>' +
          '<script>alert(1)</script><svg onload="x()"></svg>[evil a="\u001b"]inner[/evil]',
        terms: [['post_tag', '\u0000\u001b', '\u001b[31m']],
        meta: { '\u001b[31m': 'x' },
      },
    ],
    '',
  );
  const report = unwrap(await site.importExport(content));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would interpret
  expect(JSON.stringify(report)).not.toMatch(/\\u00|[\0-\x1f]/);
  const [found] = await fullPosts(database.query);
  expect(found?.content).not.toMatch(/javascript|<iframe|<script|<svg|onerror|onload|\[evil/);
  expect(found?.content).toContain('inner');
  expect(found?.slug).toBe('admin-2');
  expect(await site.writer.addRedirects(found?.id ?? '', ['//evil.example/x'])).toEqual(['//evil.example/x']);
  expect(report.redirects).toBe(1);
});

const parts = [
  ...[
    '[',
    '[a ',
    '[/a]',
    '[caption]',
    '[code]',
    '[gallery ids="1"]',
    '[[',
    '\n',
    'a\n\n',
    '-1x1',
    'http://a ',
  ],
  ...[
    '<',
    '<p ',
    '<p>',
    '<pre>',
    '<!-- wp:',
    '<!-- wp:a {',
    '<!--more',
    '<sup data-fn="0a1b2c3d">',
    '<img ',
    '<iframe>',
  ],
];

/** CPU time in ms. */
async function measureTime(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function expectLinearTime(run: (size: number) => unknown, size: number) {
  const quarterMs = await measureTime(() => run(size / 4));
  expect(await measureTime(() => run(size))).toBeLessThan(8 * quarterMs + 300);
}

const attachments = new Map([['1', { url: 'u', alt: '', caption: 'c'.repeat(2000), parent: '1' }]]);

function convertWordPress(text: string) {
  const losses = createLosses();
  const notes = '[{"id":"0a1b2c3d","content":"x"}]';
  const html = toPostHtml(text, notes, { postId: '1', attachments, losses });
  convertHtml(html, { url: null, hasAddress: () => false, findOriginal: (url) => url }, losses).render(
    () => null,
  );
  return html;
}

test.each(parts)('a text of 200 KB of %j is converted in linear time', { timeout: 60_000 }, (part) =>
  expectLinearTime((size) => convertWordPress(part.repeat(Math.ceil(size / part.length))), 200_000),
);

test.each([
  ['spaces in a line', 'a', ' ', 'b'],
  ['spaces in a tag', 'a<br', ' ', 'b'],
  ['spaces in a shortcode', '[ab', ' ', '<'],
  ['an embed of open tags', '[embed]', '<', '[/embed]'],
  ['a caption of open tags', '[caption]', '<', '[/caption]'],
  ['shortcodes with long names of attributes', '', `[gallery ${'a'.repeat(1900)}]`, ''],
])('200 KB of %s are converted in linear time', { timeout: 60_000 }, (_, start, part, end) =>
  expectLinearTime(
    (size) => convertWordPress(start + part.repeat(Math.ceil(size / part.length)) + end),
    200_000,
  ),
);

test('descriptions of categories and links of a post are read in linear time', {
  timeout: 60_000,
}, async () => {
  const writer = { ensureCategory: async () => '', ensureTag: async () => '' };
  await expectLinearTime(async (size) => {
    const category = { slug: 'a', name: 'A', description: '<'.repeat(size) };
    await ensureTaxonomy(writer, { categories: [category], tags: [] });
  }, 200_000);
  await expectLinearTime(async (size) => {
    const links = Array.from({ length: size }, () => ({ post_id: '1', tag_id: 't' }));
    const bytes = Buffer.from(ghostExport({ posts: [ghostPost({})], posts_tags: links }));
    await readGhostTables(async function* () {
      yield bytes;
    }, createLosses());
  }, 40_000);
});

test('a short tag or reference can not repeat a large part without limit', () => {
  expect(convertWordPress('[gallery]'.repeat(20_000)).length).toBeLessThan(3 * textBytesMax);
  const cards = [['html', { html: 'x'.repeat(100_000) }]];
  const markups = [['a', ['href', 'y'.repeat(100_000)]]];
  const marker = [0, [0], 1, 'a'];
  for (const section of [
    [10, 0],
    [1, 'p', [marker]],
    [1, 'p', [[0, [0, 0, 0], 3, 'a']]],
  ]) {
    const sections = Array.from({ length: 2000 }, () => section);
    const html = mobiledocToHtml(JSON.stringify({ atoms: [], cards, markups, sections }), createLosses());
    expect(html?.length).toBeLessThan(10 * textBytesMax);
  }
});

const tooLong = '<p '.repeat(textBytesMax);

test.each([
  ['Ghost', ghostExport({ posts: [ghostPost({ html: tooLong }), ghostPost({ uuid: 'b', slug: 'two' })] })],
  [
    'Ghost, in Lexical',
    ghostExport({
      posts: [ghostPost({ html: null, lexical: tooLong }), ghostPost({ uuid: 'b', slug: 'two' })],
    }),
  ],
  [
    'WordPress',
    wordPressExport([
      { id: 1, name: 'one', content: tooLong },
      { id: 2, name: 'two', content: 'Text' },
    ]),
  ],
])('a text over the limit is refused without being converted: %s', async (_, content) => {
  const database = await emptyDatabase();
  const site = openSite(database);
  const report = unwrap(await site.importExport(content));
  expect(report.posts).toMatchObject([
    { slug: 'one', outcome: 'refused', code: 'text.too_long' },
    { slug: 'two', outcome: 'created' },
  ]);
  expect(report.posts[0]?.losses).toBeUndefined();
});

test('inline images do not count as text', () => {
  expect(isTextTooLong(`<img src="data:image/png;base64,${'A'.repeat(textBytesMax)}">`)).toBe(false);
  expect(isTextTooLong('é'.repeat(textBytesMax / 2))).toBe(false);
  expect(isTextTooLong(`${'é'.repeat(textBytesMax / 2)}a`)).toBe(true);
});

test('names that every object has are names like any other', async () => {
  expect(convertWordPress('a [constructor] [tostring x="1"] b')).toBe('<p>a [constructor]  b</p>');
  expect(renderCard('constructor', {}, createLosses())).toBe('');
  const bytes = Buffer.from(ghostExport({ posts: [ghostPost({})], constructor: [{ id: 1 }] }));
  const losses = createLosses();
  await readGhostTables(async function* () {
    yield bytes;
  }, losses);
  expect(losses.list()).toEqual([]);
});
