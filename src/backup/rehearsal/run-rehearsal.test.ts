import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { rehearsalProcess, runRehearsal } from './run-rehearsal.ts';

function createRun() {
  const path = join(temporaryFolder(), 'a.backup.gz');
  writeFileSync(path, gzipSync('{"unspool":"backup"'));
  const { signal } = new AbortController();
  return { path, folder: join(temporaryFolder(), 'rehearsal'), signal, priority: getPriority() };
}

function startProcess() {
  const { path, folder, priority } = createRun();
  mkdirSync(folder);
  const child = fork(fileURLToPath(rehearsalProcess), [path, folder, String(priority)], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
  });
  return { child, folder };
}

test('ends when a signal says so', async () => {
  const run = createRun();
  const stopped = runRehearsal({ ...run, signal: AbortSignal.abort(new Error('stopped')) });
  await expect(stopped).rejects.toThrow('stopped');
});

// A process that works on ends with 0.
test('ends with the server, and before it if memory runs out', async () => {
  const { child, folder } = startProcess();
  const ended = once(child, 'exit');
  await expect.poll(() => existsSync(join(folder, 'postgres')), { timeout: 60_000 }).toBe(true);
  const score = `/proc/${child.pid}/oom_score_adj`;
  if (existsSync(score)) expect(readFileSync(score, 'utf8').trim()).toBe('1000');
  child.disconnect();
  expect(await ended).toEqual([1, null]);
});

test('ends if the server ended before it could begin', async () => {
  const { child } = startProcess();
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([1, null]);
});
