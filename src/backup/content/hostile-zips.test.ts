import { describe, expect, test } from 'vitest';
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

describe('an invalid archive', () => {
  test('is rejected with a code, and nothing is imported', async () => {
    await using database = await emptyDatabase();
    const site = openSite(database);
    const validArchive = await buildExport();
    const renamed = (bytes: Buffer, from: string, to: string) =>
      Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
    const slip = await buildExport({}, {}, { 'aaaaaaaaa.txt': 'x', 'bbbbbbbbb.txt': 'y' });
    const bomb = await buildExport({}, {}, { 'tags.json': Buffer.alloc(68_000_000, ' ') });
    const padded = await buildExport({}, {}, { 'tags.json': `[${' '.repeat(4_000_000)}]` });
    const claim = patchSizes(await buildExport({}, {}, { 'tags.json': '[]' }), 'tags.json', 0xfffffffe);
    const liar = patchSizes(
      await buildExport({}, {}, { 'tags.json': Buffer.alloc(8_000_000, ' ') }),
      'tags.json',
      2,
    );
    const code = async (bytes: Uint8Array) => {
      const imported = await site.importZip(bytes);
      return imported.ok ? 'taken' : imported.error.code;
    };
    for (const name of [
      '../../aaa.txt',
      '/bsolute1.txt',
      '..\\..\\aaa.txt',
      'C:\\aaaaaa.txt',
      'bbbbbbbbb.txt',
      'aaa/./aab.txt',
      'a\0aaaaaaa.txt',
    ])
      expect([name, await code(renamed(slip, 'aaaaaaaaa.txt', name))]).toEqual([name, 'archive.names']);
    expect(await code(bomb)).toBe('archive.unreadable');
    expect(await code(padded)).toBe('archive.unreadable');
    expect(await code(claim)).toBe('archive.too_large');
    expect(await code(liar)).toBe('archive.unreadable');
    expect(await code(Buffer.from('no archive'))).toBe('archive.unreadable');
    expect(await code(Buffer.alloc(0))).toBe('archive.unreadable');
    expect(await code(Buffer.concat([validArchive, validArchive]))).toBe('archive.unreadable');
    expect(await code(await buildExport({}, { role: 'owner' }))).toBe('archive.unfit');
    expect(await code(await buildExport({}, { id: '../x' }))).toBe('archive.unfit');
    expect(await code(await buildExport({ posts: [] }))).toBe('archive.unfit');
    expect(await code(await buildExport({ posts: [postEntry, postEntry] }))).toBe('archive.unfit');
    expect(await code(await buildExport({}, {}, { 'tags.json': '['.repeat(100_000) }))).toBe('archive.unfit');
    for (const tags of [
      ...['[{"slug":"a","slug":"b","names":{"en":"A"}}]', '[{"slug":"a","names":{"en":"\\ud800"}}]'],
      ...['[{"slug":"a","names":{"en":"A"}},{"slug":"a","names":{"en":"B"}}]', 'null', '"[]"', '[]]'],
      ...['[{"slug":"\\u001b[2J","names":{"en":"A"}}]', '[{"slug":"a","names":{"en":"A","xx":"B"}}]'],
      ...['[{"slug":"a","names":{"en":"A","":"B"}}]', '[{"slug":"a","names":{"de":"A"}}]'],
      Buffer.from('[{"slug":"a","names":{"en":"\xff"}}]', 'latin1'),
    ])
      expect([String(tags), await code(await buildExport({}, {}, { 'tags.json': tags }))]).toEqual([
        String(tags),
        'archive.unfit',
      ]);
    for (const fields of [
      ...[{ source_version: 3_000_000_000 }, { source_version: -1 }, { source_digest: 'a\u0000' }],
      ...[{ published_at: '0000-01-01T00:00:00Z' }, { updated_at: '0001-01-01T00:00:00Z' }],
      ...[{ slug: 'a\u0000' }, { former_slugs: ['\u202e'] }, { title: '\ud800' }, { seo_keywords: [null] }],
    ])
      expect([fields, await code(await buildExport({}, fields))]).toEqual([fields, 'archive.unfit']);
    const other = '0199c7f0-7a11-8a2b-9c3d-00000000000a';
    expect(await code(await buildExport({ id: other }))).toBe('archive.unfit');
    const twice = JSON.stringify({ ...articleEntry, id: other });
    const head = JSON.stringify({ ...headEntry, articles: 2 });
    const both = { 'unspool.json': head, [`articles/${other}.json`]: twice };
    expect(await site.importZip(await buildExport({}, {}, both))).toMatchObject({
      error: { code: 'archive.unfit', entry: `articles/${other}.json: posts.0.id` },
    });
    expect(await code(await buildExport({}, {}, { 'unspool.json': '{}' }))).toBe('archive.unfit');
    expect(await code(await createZip({ 'a.txt': 'a' }))).toBe('archive.unreadable');
    for (const table of [article, post, category, tag, mediaFile])
      expect(await database.query.select().from(table)).toEqual([]);
  }, 60_000);

  test('with any byte changed is imported unchanged or rejected', async () => {
    await using database = await emptyDatabase();
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
});

function patchSizes(bytes: Buffer, name: string, size: number): Buffer {
  const at = bytes.lastIndexOf(name);
  bytes.writeUInt32LE(size, at - 46 + 24);
  return bytes;
}
