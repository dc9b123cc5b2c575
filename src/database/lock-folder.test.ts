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

function lock(folder: string, now = Date.now, troubles: unknown[] = []) {
  return lockFolder(folder, now, (error) => troubles.push(error));
}

/** Another process that locks the folder and stays. */
async function holder(folder: string): Promise<ChildProcess> {
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

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

test('a second one is refused and told who holds the folder', () => {
  const folder = temporaryFolder();
  const first = lock(folder);
  expect(lock(folder)).toMatchObject({ ok: false, error: { pid: process.pid } });
  if (first.ok) first.value.release();
  const next = lock(folder);
  expect(next.ok).toBe(true);
  if (next.ok) next.value.release();
});

test('another process is refused while it lives, and its lock is taken over at once when it was killed', async () => {
  const folder = temporaryFolder();
  const other = await holder(folder);
  expect(lock(folder)).toMatchObject({ ok: false, error: { pid: other.pid } });
  const end = ended(other);
  other.kill('SIGKILL');
  await end;
  const held = lock(folder);
  expect(held.ok).toBe(true);
  if (held.ok) held.value.release();
});

test('a process that has got the number of a dead one does not keep the folder', () => {
  const folder = temporaryFolder();
  const held = lock(folder);
  if (!held.ok) throw new Error('not locked');
  const path = join(folder, 'lock');
  const own = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...own, id: 'another', process: '1' }));
  expect(lock(folder).ok).toBe(true);
});

test('a holder on another machine keeps the folder as long as its beat is fresh', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  writeFileSync(path, JSON.stringify({ id: 'far', host: 'elsewhere.example', pid: 1, process: '7' }));
  const beaten = 1_700_000_000;
  utimesSync(path, beaten, beaten);
  const after = (seconds: number) => () => (beaten + seconds) * 1000;
  expect(lock(folder, after(10))).toMatchObject({ ok: false, error: { host: 'elsewhere.example' } });
  const taken = lock(folder, after(30));
  expect(taken.ok).toBe(true);
  if (taken.ok) taken.value.release();
});

test('letting go does not take away the lock of the one who came after', () => {
  const folder = temporaryFolder();
  const held = lock(folder);
  const path = join(folder, 'lock');
  const other = JSON.stringify({ id: 'other', host: 'elsewhere.example', pid: 1, process: '7' });
  writeFileSync(path, other);
  if (held.ok) held.value.release();
  expect(readFileSync(path, 'utf8')).toBe(other);
});

test('a file that a killed process left unfinished keeps the folder for a moment only', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  writeFileSync(path, '');
  const made = statSync(path).mtimeMs;
  expect(lock(folder, () => made + 1000)).toMatchObject({ ok: false });
  const taken = lock(folder, () => made + 30_000);
  expect(taken.ok).toBe(true);
  if (taken.ok) taken.value.release();
});

describe('a lock that is held', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test('outlasts a folder that can not be written, which is said once, and is made anew', () => {
    const folder = temporaryFolder();
    const troubles: unknown[] = [];
    const held = lock(folder, Date.now, troubles);
    rmSync(folder, { recursive: true });
    vi.advanceTimersByTime(20_000);
    expect(troubles).toHaveLength(1);
    mkdirSync(folder);
    vi.advanceTimersByTime(10_000);
    expect(troubles).toHaveLength(1);
    expect(lock(folder)).toMatchObject({ ok: false, error: { pid: process.pid } });
    if (held.ok) held.value.release();
  });

  test('and was taken over by another ends the process, before rows are lost', () => {
    const folder = temporaryFolder();
    const held = lock(folder);
    const other = { id: 'other', host: 'elsewhere.example', pid: 1, process: '7' };
    writeFileSync(join(folder, 'lock'), JSON.stringify(other));
    expect(() => vi.advanceTimersByTime(5000)).toThrow('process 1 on elsewhere.example');
    if (held.ok) held.value.release();
  });
});
