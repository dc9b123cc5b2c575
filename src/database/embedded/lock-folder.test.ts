import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { lockFolder } from './lock-folder.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function lock(folder: string, now = Date.now, errors: unknown[] = []) {
  return lockFolder(folder, now, (error) => errors.push(error));
}

async function lockInChildProcess(folder: string): Promise<ChildProcess> {
  const script = `import { lockFolder } from '${new URL('./lock-folder.ts', import.meta.url).href}';
    const lock = lockFolder(process.argv[1], Date.now, console.error);
    console.log(lock.ok ? 'locked' : 'refused');
    setInterval(() => undefined, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    cwd: process.cwd(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const line = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (data) => resolve(String(data))),
  );
  expect(line).toBe('locked\n');
  return child;
}

const waitForExit = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

test('a second lock is rejected and names the owner', () => {
  const folder = temporaryFolder();
  const first = lock(folder);
  expect(lock(folder)).toMatchObject({ ok: false, error: { pid: process.pid } });
  if (first.ok) first.value.release();
  const next = lock(folder);
  expect(next.ok).toBe(true);
  if (next.ok) next.value.release();
});

test('another process keeps its lock while it lives and loses it at once when killed', async () => {
  const folder = temporaryFolder();
  const other = await lockInChildProcess(folder);
  expect(lock(folder)).toMatchObject({ ok: false, error: { pid: other.pid } });
  const exited = waitForExit(other);
  other.kill('SIGKILL');
  await exited;
  const lockResult = lock(folder);
  expect(lockResult.ok).toBe(true);
  if (lockResult.ok) lockResult.value.release();
});

test('a process that reuses the pid of a dead one does not keep the lock', () => {
  const folder = temporaryFolder();
  const lockResult = lock(folder);
  if (!lockResult.ok) throw new Error('not locked');
  const path = join(folder, 'lock');
  const lockOwner = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...lockOwner, id: 'another', process: '1' }));
  expect(lock(folder).ok).toBe(true);
});

test('an owner on another machine keeps the lock while its heartbeat is fresh', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  writeFileSync(path, JSON.stringify({ id: 'far', host: 'elsewhere.example', pid: 1, process: '7' }));
  const heartbeatAt = 1_700_000_000;
  utimesSync(path, heartbeatAt, heartbeatAt);
  const after = (seconds: number) => () => (heartbeatAt + seconds) * 1000;
  expect(lock(folder, after(10))).toMatchObject({ ok: false, error: { host: 'elsewhere.example' } });
  const lockResult = lock(folder, after(30));
  expect(lockResult.ok).toBe(true);
  if (lockResult.ok) lockResult.value.release();
});

test('releasing does not delete the lock of a later owner', () => {
  const folder = temporaryFolder();
  const lockResult = lock(folder);
  const path = join(folder, 'lock');
  const other = JSON.stringify({ id: 'other', host: 'elsewhere.example', pid: 1, process: '7' });
  writeFileSync(path, other);
  if (lockResult.ok) lockResult.value.release();
  expect(readFileSync(path, 'utf8')).toBe(other);
});

test('an incomplete lock file blocks only for a short time', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  writeFileSync(path, '');
  const createdAt = statSync(path).mtimeMs;
  expect(lock(folder, () => createdAt + 1000)).toMatchObject({ ok: false });
  const lockResult = lock(folder, () => createdAt + 30_000);
  expect(lockResult.ok).toBe(true);
  if (lockResult.ok) lockResult.value.release();
});

describe('an acquired lock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test('survives a folder that cannot be written, reports it once and is written again', () => {
    const folder = temporaryFolder();
    const errors: unknown[] = [];
    const lockResult = lock(folder, Date.now, errors);
    rmSync(folder, { recursive: true });
    vi.advanceTimersByTime(20_000);
    expect(errors).toHaveLength(1);
    mkdirSync(folder);
    vi.advanceTimersByTime(10_000);
    expect(errors).toHaveLength(1);
    expect(lock(folder)).toMatchObject({ ok: false, error: { pid: process.pid } });
    if (lockResult.ok) lockResult.value.release();
  });

  test('ends the process if another one has taken over', () => {
    const folder = temporaryFolder();
    const lockResult = lock(folder);
    const other = { id: 'other', host: 'elsewhere.example', pid: 1, process: '7' };
    writeFileSync(join(folder, 'lock'), JSON.stringify(other));
    expect(() => vi.advanceTimersByTime(5000)).toThrow('process 1 on elsewhere.example');
    if (lockResult.ok) lockResult.value.release();
  });
});
