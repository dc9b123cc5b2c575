import fs, { readdirSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recordWrites } from '#test/support/record-writes.ts';
import { createSimulatedDisk, loseUnflushed } from '#test/support/simulated-disk.ts';
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

test('a power failure during the first start leaves no damaged secret', () => {
  const folder = temporaryFolder();
  const recording = recordWrites(folder);
  const disk = createSimulatedDisk(recording);
  try {
    readOrCreateSecret(folder);
  } finally {
    recording.stop();
  }
  const remains = join(temporaryFolder(), 'remains');
  for (let done = 0; done <= recording.operations.length; done += 1) {
    disk.advance(done);
    for (const loss of ['all', 'some', 'none'] as const) {
      disk.writeRemains(remains, loss, Math.random);
      expect(secretFileError(remains)).toBeNull();
    }
  }
});

test('of two processes that start at once, both get the secret that was there first', () => {
  const folder = temporaryFolder();
  const other = 'y'.repeat(64);
  const { fsyncSync } = fs;
  const restore = () => {
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  fs.fsyncSync = (file) => {
    restore();
    writeFileSync(join(folder, 'app-secret'), other);
    fsyncSync(file);
  };
  syncBuiltinESMExports();
  expect(readOrCreateSecret(folder)).toBe(other);
  expect(readdirSync(folder)).toEqual(['app-secret']);
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
