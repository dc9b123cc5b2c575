import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOrCreateSecret, secretFault } from './app-secret.ts';

function createFolder() {
  const path = mkdtempSync(join(tmpdir(), 'unspool-secret-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

test('the secret is made once, kept, and readable by its owner only', () => {
  using folder = createFolder();
  const data = join(folder.path, 'deep', 'data');
  const secret = readOrCreateSecret(data);
  expect(secret.length).toBeGreaterThanOrEqual(64);
  expect(readOrCreateSecret(data)).toBe(secret);
  expect(statSync(join(data, 'app-secret')).mode & 0o777).toBe(0o600);
});

test('two folders get two secrets', () => {
  using first = createFolder();
  using second = createFolder();
  expect(readOrCreateSecret(first.path)).not.toBe(readOrCreateSecret(second.path));
});

test('a damaged secret stops the start and says what to do', () => {
  using folder = createFolder();
  expect(secretFault(folder.path)).toBeNull();
  writeFileSync(join(folder.path, 'app-secret'), 'x');
  expect(secretFault(folder.path)).toMatch(/app-secret is damaged/);
  expect(() => readOrCreateSecret(folder.path)).toThrow(/delete it/);
});
