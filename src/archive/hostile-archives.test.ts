import { describe, expect, test } from 'vitest';
import { article, category, mediaFile, post, tag } from '#database/schema.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { archiveOf, articleEntry, headEntry, openSite, postEntry, zipOf } from '#test/support/open-site.ts';

describe('an archive that is no export', () => {
  test('is refused by its code, and nothing of it is taken in', async () => {
    await using database = await emptyDatabase();
    const site = openSite(database);
    const sound = await archiveOf();
    const renamed = (bytes: Buffer, from: string, to: string) =>
      Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
    const slip = await archiveOf({}, {}, { 'aaaaaaaaa.txt': 'x', 'bbbbbbbbb.txt': 'y' });
    const bomb = await archiveOf({}, {}, { 'tags.json': Buffer.alloc(68_000_000, ' ') });
    const padded = await archiveOf({}, {}, { 'tags.json': `[${' '.repeat(4_000_000)}]` });
    const claim = patchSizes(await archiveOf({}, {}, { 'tags.json': '[]' }), 'tags.json', 0xfffffffe);
    const liar = patchSizes(
      await archiveOf({}, {}, { 'tags.json': Buffer.alloc(8_000_000, ' ') }),
      'tags.json',
      2,
    );
    const code = async (bytes: Uint8Array) => {
      const taken = await site.take(bytes);
      return taken.ok ? 'taken' : taken.error.code;
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
    expect(await code(Buffer.concat([sound, sound]))).toBe('archive.unreadable');
    expect(await code(await archiveOf({}, { role: 'owner' }))).toBe('archive.unfit');
    expect(await code(await archiveOf({}, { id: '../x' }))).toBe('archive.unfit');
    expect(await code(await archiveOf({ posts: [] }))).toBe('archive.unfit');
    expect(await code(await archiveOf({ posts: [postEntry, postEntry] }))).toBe('archive.unfit');
    expect(await code(await archiveOf({}, {}, { 'tags.json': '['.repeat(100_000) }))).toBe('archive.unfit');
    for (const tags of [
      ...['[{"slug":"a","slug":"b","names":{"en":"A"}}]', '[{"slug":"a","names":{"en":"\\ud800"}}]'],
      ...['[{"slug":"a","names":{"en":"A"}},{"slug":"a","names":{"en":"B"}}]', 'null', '"[]"', '[]]'],
      ...['[{"slug":"\\u001b[2J","names":{"en":"A"}}]', '[{"slug":"a","names":{"en":"A","xx":"B"}}]'],
      ...['[{"slug":"a","names":{"en":"A","":"B"}}]', '[{"slug":"a","names":{"de":"A"}}]'],
      Buffer.from('[{"slug":"a","names":{"en":"\xff"}}]', 'latin1'),
    ])
      expect([String(tags), await code(await archiveOf({}, {}, { 'tags.json': tags }))]).toEqual([
        String(tags),
        'archive.unfit',
      ]);
    for (const own of [
      ...[{ source_version: 3_000_000_000 }, { source_version: -1 }, { source_digest: 'a\u0000' }],
      ...[{ published_at: '0000-01-01T00:00:00Z' }, { updated_at: '0001-01-01T00:00:00Z' }],
      ...[{ slug: 'a\u0000' }, { former_slugs: ['\u202e'] }, { title: '\ud800' }, { seo_keywords: [null] }],
    ])
      expect([own, await code(await archiveOf({}, own))]).toEqual([own, 'archive.unfit']);
    const other = '0199c7f0-7a11-8a2b-9c3d-00000000000a';
    expect(await code(await archiveOf({ id: other }))).toBe('archive.unfit');
    const twice = JSON.stringify({ ...articleEntry, id: other });
    const head = JSON.stringify({ ...headEntry, articles: 2 });
    const both = { 'unspool.json': head, [`articles/${other}.json`]: twice };
    expect(await site.take(await archiveOf({}, {}, both))).toMatchObject({
      error: { code: 'archive.unfit', entry: `articles/${other}.json: posts.0.id` },
    });
    expect(await code(await archiveOf({}, {}, { 'unspool.json': '{}' }))).toBe('archive.unfit');
    expect(await code(await zipOf({ 'a.txt': 'a' }))).toBe('archive.unreadable');
    for (const table of [article, post, category, tag, mediaFile])
      expect(await database.query.select().from(table)).toEqual([]);
  }, 60_000);

  test('whose bytes were changed anywhere is taken in as it was, or refused', async () => {
    await using database = await emptyDatabase();
    const site = openSite(database);
    const sound = await archiveOf();
    let refused = 0;
    for (let at = 0; at < sound.length; at += 11) {
      const changed = Buffer.from(sound);
      changed[at] = (changed[at] ?? 0) ^ 0x40;
      const taken = await site.take(changed);
      if (!taken.ok) refused += 1;
    }
    expect(refused).toBeGreaterThan(10);
    const rows = await database.query.select({ title: post.title, content: post.content }).from(post);
    for (const row of rows) expect(row).toEqual({ title: 'One', content: '<p>x</p>' });
  });
});

/** Says in the directory that an entry has fewer bytes than it unpacks to. */
function patchSizes(bytes: Buffer, name: string, size: number): Buffer {
  const at = bytes.lastIndexOf(name);
  bytes.writeUInt32LE(size, at - 46 + 24);
  return bytes;
}
