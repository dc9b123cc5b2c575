import { expect, test } from 'vitest';
import { article, category, mediaFile, post, tag } from '#database/schema.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import {
  articleEntry,
  buildExport,
  createZip,
  headEntry,
  openSite,
  postEntry,
} from '#test/support/open-site.ts';

const other = '0199c7f0-7a11-8a2b-9c3d-00000000000a';
const buildWithTags = (tags: string | Buffer) => buildExport({}, {}, { 'tags.json': tags });

async function buildWithName(name: string): Promise<Buffer> {
  const valid = await buildExport({}, {}, { 'aaaaaaaaa.txt': 'x', 'bbbbbbbbb.txt': 'y' });
  return Buffer.from(valid.toString('latin1').replaceAll('aaaaaaaaa.txt', name), 'latin1');
}

/** Changes the size that the directory names. */
async function buildWithSize(tags: string | Buffer, size: number): Promise<Buffer> {
  const bytes = await buildWithTags(tags);
  bytes.writeUInt32LE(size, bytes.lastIndexOf('tags.json') - 46 + 24);
  return bytes;
}

const invalidArchives: [name: string, code: string, build: () => Buffer | Promise<Buffer>][] = [
  ...[
    ...['../../aaa.txt', '/bsolute1.txt', '..\\..\\aaa.txt', 'C:\\aaaaaa.txt', 'bbbbbbbbb.txt'],
    ...['aaa/./aab.txt', 'a\0aaaaaaa.txt'],
  ].map((name): (typeof invalidArchives)[0] => [
    `with the entry ${JSON.stringify(name)}`,
    'archive.names',
    () => buildWithName(name),
  ]),
  ['with a zip bomb', 'archive.unreadable', () => buildWithTags(Buffer.alloc(68_000_000, ' '))],
  ['padded with spaces', 'archive.unreadable', () => buildWithTags(`[${' '.repeat(4_000_000)}]`)],
  ['that claims 4 GB', 'archive.too_large', () => buildWithSize('[]', 0xfffffffe)],
  ['that understates a size', 'archive.unreadable', () => buildWithSize(Buffer.alloc(8_000_000, ' '), 2)],
  ['that is no archive', 'archive.unreadable', () => Buffer.from('no archive')],
  ['that is empty', 'archive.unreadable', () => Buffer.alloc(0)],
  [
    'behind another archive',
    'archive.unreadable',
    async () => Buffer.concat([await buildExport(), await buildExport()]),
  ],
  ['without a manifest', 'archive.unreadable', () => createZip({ 'a.txt': 'a' })],
  ['with an empty manifest', 'archive.unfit', () => buildExport({}, {}, { 'unspool.json': '{}' })],
  ['without posts', 'archive.unfit', () => buildExport({ posts: [] })],
  ['with a post twice', 'archive.unfit', () => buildExport({ posts: [postEntry, postEntry] })],
  ['with an article under another name', 'archive.unfit', () => buildExport({ id: other })],
  ...[
    ...['['.repeat(100_000), '[{"slug":"a","slug":"b","names":{"en":"A"}}]', 'null', '"[]"', '[]]'],
    ...['[{"slug":"a","names":{"en":"\\ud800"}}]', '[{"slug":"\\u001b[2J","names":{"en":"A"}}]'],
    ...['[{"slug":"a","names":{"en":"A"}},{"slug":"a","names":{"en":"B"}}]'],
    ...['[{"slug":"a","names":{"en":"A","xx":"B"}}]', '[{"slug":"a","names":{"en":"A","":"B"}}]'],
    ...['[{"slug":"a","names":{"de":"A"}}]', Buffer.from('[{"slug":"a","names":{"en":"\xff"}}]', 'latin1')],
  ].map((tags): (typeof invalidArchives)[0] => [
    `with the tags ${String(tags).slice(0, 80)}`,
    'archive.unfit',
    () => buildWithTags(tags),
  ]),
  ...[
    ...[{ role: 'owner' }, { id: '../x' }, { source_version: 3_000_000_000 }, { source_version: -1 }],
    ...[{ published_at: '0000-01-01T00:00:00Z' }, { updated_at: '0001-01-01T00:00:00Z' }],
    ...[{ slug: 'a\u0000' }, { former_slugs: ['\u202e'] }, { title: '\ud800' }, { seo_keywords: [null] }],
    ...[{ source_digest: 'a\u0000' }],
  ].map((fields): (typeof invalidArchives)[0] => [
    `with the post fields ${JSON.stringify(fields)}`,
    'archive.unfit',
    () => buildExport({}, fields),
  ]),
];

test.each(invalidArchives)(
  'an archive %s is rejected as %s, and nothing is imported',
  async (_, code, build) => {
    const database = await emptyDatabase();
    expect(await openSite(database).importZip(await build())).toMatchObject({ ok: false, error: { code } });
    for (const table of [article, post, category, tag, mediaFile])
      expect(await database.query.select().from(table)).toEqual([]);
  },
);

test('the error names the entry and the field of a post that is in two articles', async () => {
  const entries = {
    'unspool.json': JSON.stringify({ ...headEntry, articles: 2 }),
    [`articles/${other}.json`]: JSON.stringify({ ...articleEntry, id: other }),
  };
  const imported = await openSite(await emptyDatabase()).importZip(await buildExport({}, {}, entries));
  expect(imported).toMatchObject({
    error: { code: 'archive.unfit', entry: `articles/${other}.json: posts.0.id` },
  });
});

test('an archive with any byte changed is imported unchanged or rejected', async () => {
  const database = await emptyDatabase();
  const site = openSite(database);
  const validArchive = await buildExport();
  let rejected = 0;
  for (let at = 0; at < validArchive.length; at += 11) {
    const changed = Buffer.from(validArchive);
    changed[at] = (changed[at] ?? 0) ^ 0x40;
    const imported = await site.importZip(changed);
    if (!imported.ok) rejected += 1;
  }
  expect(rejected).toBeGreaterThan(10);
  const rows = await database.query.select({ title: post.title, content: post.content }).from(post);
  for (const row of rows) expect(row).toEqual({ title: 'One', content: '<p>x</p>' });
});
