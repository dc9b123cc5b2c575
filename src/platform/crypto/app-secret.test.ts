import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loseUnflushed } from '#test/support/simulated-disk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { readOrCreateSecret, secretFileError } from './app-secret.ts';

test('the secret is created once and readable by its owner only', () => {
  const folder = temporaryFolder();
  const data = join(folder, 'deep', 'data');
  const secret = readOrCreateSecret(data);
  expect(secret.length).toBeGreaterThanOrEqual(64);
  expect(readOrCreateSecret(data)).toBe(secret);
  expect(statSync(join(data, 'app-secret')).mode & 0o777).toBe(0o600);
});

test('a new secret survives a power failure', async () => {
  const folder = temporaryFolder();
  let secret = '';
  const remains = await loseUnflushed(folder, async () => {
    secret = readOrCreateSecret(folder);
  });
  expect(readOrCreateSecret(remains)).toBe(secret);
});

test('two folders get different secrets', () => {
  expect(readOrCreateSecret(temporaryFolder())).not.toBe(readOrCreateSecret(temporaryFolder()));
});

test('a damaged secret prevents the start and the error says what to do', () => {
  const folder = temporaryFolder();
  expect(secretFileError(folder)).toBeNull();
  writeFileSync(join(folder, 'app-secret'), 'x');
  expect(secretFileError(folder)).toMatch(/app-secret is damaged/);
  expect(() => readOrCreateSecret(folder)).toThrow(/delete it/);
});
