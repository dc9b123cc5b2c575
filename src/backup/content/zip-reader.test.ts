import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createZip, unwrap } from '#test/support/open-site.ts';
import { openZip } from './zip-reader.ts';

async function readAll(bytes: Buffer): Promise<(string | null)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-zip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.zip'), bytes);
  await using zip = unwrap(await openZip(join(folder, 'a.zip')));
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
