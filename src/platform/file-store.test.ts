import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileStore, fileListLimit } from './file-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unspool-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array | null) => (found === null ? null : new TextDecoder().decode(found));

test('what was put is got, replaced by a later one and gone after a delete', async () => {
  const files = createFileStore(join(folder, 'made', 'by-itself'));
  expect(await files.get('pictures/a/480.webp')).toBeNull();
  await files.put('pictures/a/480.webp', bytes('first'));
  await files.put('pictures/a/480.webp', bytes('second'));
  expect(text(await files.get('pictures/a/480.webp'))).toBe('second');
  await files.delete('pictures/a/480.webp');
  await files.delete('pictures/a/480.webp');
  expect(await files.get('pictures/a/480.webp')).toBeNull();
});

test('a key that is a folder, or that lies under a file, holds nothing', async () => {
  const files = createFileStore(folder);
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
])('%j is refused as a key by every call', async (key) => {
  const files = createFileStore(folder);
  await expect((async () => files.put(key, bytes('x')))()).rejects.toThrow('Not a key');
  await expect((async () => files.get(key))()).rejects.toThrow('Not a key');
  await expect((async () => files.delete(key))()).rejects.toThrow('Not a key');
});

test('keys are listed a hundred at a time, in order, by prefix', async () => {
  const files = createFileStore(folder);
  expect(await files.list()).toEqual([]);
  const keys = Array.from({ length: fileListLimit + 5 }, (_, index) => `n/${String(index).padStart(3, '0')}`);
  await Promise.all([...keys, 'other'].map((key) => files.put(key, bytes(key))));
  const first = await files.list('n/');
  expect(first).toEqual(keys.slice(0, fileListLimit));
  expect(await files.list('n/', first.at(-1))).toEqual(keys.slice(fileListLimit));
  expect(await files.list('other')).toEqual(['other']);
});

test('writers of one key at the same time leave one of their texts, whole, and nothing unfinished', async () => {
  const files = createFileStore(folder);
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000));
  await Promise.all(texts.map((each) => files.put('same', bytes(each))));
  expect(texts).toContain(text(await files.get('same')));
  expect(readdirSync(join(folder, '.unfinished'))).toEqual([]);
});

test('a write that fails leaves nothing unfinished behind', async () => {
  const files = createFileStore(folder);
  await files.put('a/b', bytes('x'));
  await expect(files.put('a', bytes('y'))).rejects.toThrow();
  expect(readdirSync(join(folder, '.unfinished'))).toEqual([]);
});
