import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '#platform/storage/folder-lock.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { describeUnusedProxy } from './unused-proxy.ts';

const proxy = 'http://127.0.0.1:9';

test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'ALL_PROXY'])(
  '%s is said to have no effect',
  (name) => {
    expect(describeUnusedProxy({ [name]: proxy, NO_PROXY: 'localhost' })).toMatch(
      new RegExp(`^${name} is set, `),
    );
  },
);

test('without a proxy, nothing is said', () => {
  expect(describeUnusedProxy({ HTTPS_PROXY: ' ', NO_PROXY: 'localhost' })).toBeNull();
});

test('the server says at its start that it uses no proxy', () => {
  const folder = temporaryFolder();
  const database = join(folder, 'database');
  mkdirSync(database);
  // Another process uses the database, so the start ends here.
  const locked = lockFolder(database, { now: Date.now, onError: () => undefined });
  if (locked.ok) onTestFinished(locked.value.release);
  const env = { DATA_DIR: folder, HTTPS_PROXY: proxy, NO_PROXY: 'localhost' };
  const { stderr } = spawnSync(process.execPath, ['src/main.ts'], { env, encoding: 'utf8' });
  const [first, second] = stderr.split('\n');
  expect(first).toBe('HTTPS_PROXY is set, but Unspool connects directly and uses no proxy.');
  expect(second).toMatch(/^Another process /);
});
