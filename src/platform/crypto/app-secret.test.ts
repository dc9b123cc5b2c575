import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOrCreateSecret, secretFileError } from './app-secret.ts';

function createFolder() {
  const path = mkdtempSync(join(tmpdir(), 'unspool-secret-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

test('the secret is created once and readable by its owner only', () => {
  using folder = createFolder();
  const data = join(folder.path, 'deep', 'data');
  const secret = readOrCreateSecret(data);
  expect(secret.length).toBeGreaterThanOrEqual(64);
  expect(readOrCreateSecret(data)).toBe(secret);
  expect(statSync(join(data, 'app-secret')).mode & 0o777).toBe(0o600);
});

test('two folders get different secrets', () => {
  using first = createFolder();
  using second = createFolder();
  expect(readOrCreateSecret(first.path)).not.toBe(readOrCreateSecret(second.path));
});

test('a damaged secret prevents the start and the error says what to do', () => {
  using folder = createFolder();
  expect(secretFileError(folder.path)).toBeNull();
  writeFileSync(join(folder.path, 'app-secret'), 'x');
  expect(secretFileError(folder.path)).toMatch(/app-secret is damaged/);
  expect(() => readOrCreateSecret(folder.path)).toThrow(/delete it/);
});
