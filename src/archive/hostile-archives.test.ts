import { describe, expect, test } from 'vitest';
import { article, category, mediaFile, post, tag } from '#database/schema.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { archiveOf, openSite, postEntry, zipOf } from '#test/support/open-site.ts';

describe('an archive that is no export', () => {
  test('is refused by its code, and nothing of it is taken in', async () => {
    await using database = await emptyDatabase();
    const site = openSite(database);
    const sound = await archiveOf();
    const renamed = (bytes: Buffer, from: string, to: string) =>
      Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
    const slip = await archiveOf({}, {}, { 'aaaaaaaaa.txt': 'x', 'bbbbbbbbb.txt': 'y' });
    const bomb = await archiveOf({}, {}, { 'tags.json': Buffer.alloc(68_000_000, ' ') });
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
    expect(await code(liar)).toBe('archive.unreadable');
    expect(await code(Buffer.from('no archive'))).toBe('archive.unreadable');
    expect(await code(Buffer.alloc(0))).toBe('archive.unreadable');
    expect(await code(Buffer.concat([sound, sound]))).toBe('archive.unreadable');
    expect(await code(await archiveOf({}, { role: 'owner' }))).toBe('archive.unfit');
    expect(await code(await archiveOf({}, { id: '../x' }))).toBe('archive.unfit');
    expect(await code(await archiveOf({ posts: [] }))).toBe('archive.unfit');
    expect(await code(await archiveOf({ posts: [postEntry, postEntry] }))).toBe('archive.unfit');
    expect(await code(await archiveOf({}, {}, { 'tags.json': '['.repeat(100_000) }))).toBe('archive.unfit');
    expect(await code(await archiveOf({}, {}, { 'unspool.json': '{}' }))).toBe('archive.unfit');
    expect(await code(await zipOf({ 'a.txt': 'a' }))).toBe('archive.unreadable');
    for (const table of [article, post, category, tag, mediaFile])
      expect(await database.query.select().from(table)).toEqual([]);
  });

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
