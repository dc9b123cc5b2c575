import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskFileStore, fileListLimit } from './file-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unspool-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array | null) => (found === null ? null : new TextDecoder().decode(found));

test('a file can be read, replaced and deleted', async () => {
  const files = createDiskFileStore(join(folder, 'made', 'by-itself'));
  expect(await files.get('pictures/a/480.webp')).toBeNull();
  await files.put('pictures/a/480.webp', bytes('first'));
  await files.put('pictures/a/480.webp', bytes('second'));
  expect(text(await files.get('pictures/a/480.webp'))).toBe('second');
  await files.delete('pictures/a/480.webp');
  await files.delete('pictures/a/480.webp');
  expect(await files.get('pictures/a/480.webp')).toBeNull();
});

test('a key that is a folder, or below a file, does not exist', async () => {
  const files = createDiskFileStore(folder);
  await files.put('a/b', bytes('x'));
  expect(await files.get('a')).toBeNull();
  expect(await files.get('a/b/c')).toBeNull();
});

test.each([
  '',
  '/etc/passwd',
  '../secret',
  'a/../../secret',
  'a//b',
  'a/',
  '.unfinished/x',
  'a/.hidden',
  'A',
  'a b',
  'a\\b',
  'a\0b',
  'ä',
  'a'.repeat(201),
])('%j is rejected as a key by every method', async (key) => {
  const files = createDiskFileStore(folder);
  await expect((async () => files.put(key, bytes('x')))()).rejects.toThrow('invalid file key');
  await expect((async () => files.get(key))()).rejects.toThrow('invalid file key');
  await expect((async () => files.delete(key))()).rejects.toThrow('invalid file key');
});

test('keys are listed in order, by prefix, a hundred at a time', async () => {
  const files = createDiskFileStore(folder);
  expect(await files.list()).toEqual([]);
  const keys = Array.from({ length: fileListLimit + 5 }, (_, index) => `n/${String(index).padStart(3, '0')}`);
  await Promise.all([...keys, 'other'].map((key) => files.put(key, bytes(key))));
  const first = await files.list('n/');
  expect(first).toEqual(keys.slice(0, fileListLimit));
  expect(await files.list('n/', first.at(-1))).toEqual(keys.slice(fileListLimit));
  expect(await files.list('other')).toEqual(['other']);
});

test('concurrent writes to a key leave one complete value and no temporary file', async () => {
  const files = createDiskFileStore(folder);
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000));
  await Promise.all(texts.map((content) => files.put('same', bytes(content))));
  expect(texts).toContain(text(await files.get('same')));
  expect(readdirSync(join(folder, '.unfinished'))).toEqual([]);
});

test('a failed write leaves no temporary file', async () => {
  const files = createDiskFileStore(folder);
  await files.put('a/b', bytes('x'));
  await expect(files.put('a', bytes('y'))).rejects.toThrow();
  expect(readdirSync(join(folder, '.unfinished'))).toEqual([]);
});
