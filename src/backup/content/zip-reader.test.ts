import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createZip, unwrap } from '#test/support/open-site.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openZip } from './zip-reader.ts';

function storeZip(bytes: Buffer): string {
  const path = join(temporaryFolder(), 'a.zip');
  writeFileSync(path, bytes);
  return path;
}

async function readAll(bytes: Buffer): Promise<(string | null)[]> {
  await using zip = unwrap(await openZip(storeZip(bytes)));
  const texts: (string | null)[] = [];
  for (const entry of zip.entries.values()) texts.push((await zip.read(entry, 1e6))?.toString() ?? null);
  return texts;
}

test('an entry never returns the bytes of the next one, whatever its local header says', async () => {
  const text = 'the same in both '.repeat(50);
  const bytes = await createZip({ 'a.json': text, 'b.json': text });
  expect(await readAll(bytes)).toEqual([text, text]);
  const [first, second] = [bytes.indexOf('a.json') - 30, bytes.indexOf('b.json') - 30];
  const shared = Buffer.from(bytes);
  shared.writeUInt16LE(second - first, first + 28);
  expect(await readAll(shared)).toEqual([null, text]);
});

test('an entry is rejected if its name or method differs between directory and local header', async () => {
  const bytes = await createZip({ 'a.json': 'text' });
  const renamed = Buffer.from(bytes);
  renamed.write('b', renamed.indexOf('a.json'));
  expect(await readAll(renamed)).toEqual([null]);
  const stored = Buffer.from(bytes);
  stored.writeUInt16LE(0, stored.indexOf('a.json') - 30 + 8);
  expect(await readAll(stored)).toEqual([null]);
});

test('an archive is rejected if its directory is at an offset beyond 2^53', async () => {
  const bytes = await createZip({ 'a.json': 'text' });
  const locator = Buffer.alloc(20, 0xff);
  locator.writeUInt32LE(0x07064b50, 0);
  const zip64 = Buffer.concat([bytes.subarray(0, -22), locator, bytes.subarray(-22)]);
  expect(await openZip(storeZip(zip64))).toEqual({ ok: false, error: 'archive.unreadable' });
});
