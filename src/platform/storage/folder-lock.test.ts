import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { lockFolder } from './folder-lock.ts';

const remoteOwner = { id: 'other', host: 'elsewhere.example', pid: 1, process: '7' };

function setUp() {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  const lock = (now = Date.now, errors: unknown[] = []) => {
    const locked = lockFolder(folder, { now, onError: (error) => errors.push(error) });
    if (locked.ok) onTestFinished(locked.value.release);
    return locked;
  };
  const writeLock = (owner: object) => writeFileSync(path, JSON.stringify(owner));
  return { folder, path, lock, writeLock };
}

test('a second lock is rejected and names the owner, until the first is released', () => {
  const { lock } = setUp();
  const first = lock();
  expect(lock()).toMatchObject({ ok: false, error: { pid: process.pid } });
  if (first.ok) first.value.release();
  expect(lock().ok).toBe(true);
});

test('another process keeps its lock while it lives and loses it at once when killed', async () => {
  const { folder, lock } = setUp();
  const script = `import { lockFolder } from '${new URL('./folder-lock.ts', import.meta.url).href}';
    const lock = lockFolder(process.argv[1], { now: Date.now, onError: console.error });
    console.log(lock.ok ? 'locked' : 'refused');
    setInterval(() => undefined, 1e6);`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void other.kill('SIGKILL'));
  expect(String(await once(other.stdout, 'data'))).toBe('locked\n');
  expect(lock()).toMatchObject({ ok: false, error: { pid: other.pid } });
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(lock().ok).toBe(true);
});

test('a process that reuses the pid of a dead one does not keep the lock', () => {
  const { path, lock, writeLock } = setUp();
  expect(lock().ok).toBe(true);
  writeLock({ ...JSON.parse(readFileSync(path, 'utf8')), id: 'another', process: '1' });
  expect(lock().ok).toBe(true);
});

test('an owner on another machine keeps the lock while its heartbeat is fresh', () => {
  const { path, lock, writeLock } = setUp();
  writeLock(remoteOwner);
  const heartbeatAt = 1_700_000_000;
  utimesSync(path, heartbeatAt, heartbeatAt);
  const after = (seconds: number) => () => (heartbeatAt + seconds) * 1000;
  expect(lock(after(10))).toMatchObject({ ok: false, error: { host: 'elsewhere.example' } });
  expect(lock(after(30)).ok).toBe(true);
});

test('releasing does not delete the lock of a later owner', () => {
  const { path, lock, writeLock } = setUp();
  const first = lock();
  writeLock(remoteOwner);
  if (first.ok) first.value.release();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(remoteOwner);
});

test('an incomplete lock file blocks only for a short time', () => {
  const { path, lock } = setUp();
  writeFileSync(path, '');
  const createdAt = statSync(path).mtimeMs;
  expect(lock(() => createdAt + 1000).ok).toBe(false);
  expect(lock(() => createdAt + 30_000).ok).toBe(true);
});

describe('an acquired lock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test('survives a folder that cannot be written, reports it once and is written again', () => {
    const { folder, lock } = setUp();
    const errors: unknown[] = [];
    lock(Date.now, errors);
    rmSync(folder, { recursive: true });
    vi.advanceTimersByTime(20_000);
    expect(errors).toHaveLength(1);
    mkdirSync(folder);
    vi.advanceTimersByTime(10_000);
    expect(errors).toHaveLength(1);
    expect(lock()).toMatchObject({ ok: false, error: { pid: process.pid } });
  });

  test('ends the process if another one has taken over', () => {
    const { lock, writeLock } = setUp();
    lock();
    writeLock(remoteOwner);
    expect(() => vi.advanceTimersByTime(5000)).toThrow('process 1 on elsewhere.example');
  });

  test('says that another one has taken over, once, if the caller wants to go on', () => {
    const { folder, writeLock } = setUp();
    const errors: string[] = [];
    const deps = {
      now: Date.now,
      onError: throwError,
      onTakenOver: (error: Error) => errors.push(error.message),
    };
    const locked = lockFolder(folder, deps);
    if (locked.ok) onTestFinished(locked.value.release);
    writeLock(remoteOwner);
    vi.advanceTimersByTime(15_000);
    expect(errors).toEqual(['process 1 on elsewhere.example has taken over the folder']);
  });
});

function throwError(error: unknown): never {
  throw error;
}
