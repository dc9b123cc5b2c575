import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from './lock-folder.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Another process that locks the folder and stays. */
async function holder(folder: string): Promise<ChildProcess> {
  const script = `import { lockFolder } from '${new URL('./lock-folder.ts', import.meta.url).href}';
    const lock = lockFolder(process.argv[1], Date.now);
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
  const first = lockFolder(folder, Date.now);
  expect(lockFolder(folder, Date.now)).toMatchObject({ ok: false, error: { pid: process.pid } });
  if (first.ok) first.value.release();
  const next = lockFolder(folder, Date.now);
  expect(next.ok).toBe(true);
  if (next.ok) next.value.release();
});

test('another process is refused while it lives, and its lock is taken over at once when it was killed', async () => {
  const folder = temporaryFolder();
  const other = await holder(folder);
  expect(lockFolder(folder, Date.now)).toMatchObject({ ok: false, error: { pid: other.pid } });
  const end = ended(other);
  other.kill('SIGKILL');
  await end;
  const lock = lockFolder(folder, Date.now);
  expect(lock.ok).toBe(true);
  if (lock.ok) lock.value.release();
});

test('a process that has got the number of a dead one does not keep the folder', () => {
  const folder = temporaryFolder();
  const lock = lockFolder(folder, Date.now);
  if (!lock.ok) throw new Error('not locked');
  const path = join(folder, 'lock');
  const own = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...own, id: 'another', process: '1' }));
  expect(lockFolder(folder, Date.now).ok).toBe(true);
});

test('a holder on another machine keeps the folder as long as its beat is fresh', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  writeFileSync(path, JSON.stringify({ id: 'far', host: 'elsewhere.example', pid: 1, process: '7' }));
  const beaten = 1_700_000_000;
  utimesSync(path, beaten, beaten);
  const after = (seconds: number) => () => (beaten + seconds) * 1000;
  expect(lockFolder(folder, after(10))).toMatchObject({ ok: false, error: { host: 'elsewhere.example' } });
  const taken = lockFolder(folder, after(30));
  expect(taken.ok).toBe(true);
  if (taken.ok) taken.value.release();
});

test('letting go does not take away the lock of the one who came after', () => {
  const folder = temporaryFolder();
  const lock = lockFolder(folder, Date.now);
  const path = join(folder, 'lock');
  const other = JSON.stringify({ id: 'other', host: 'elsewhere.example', pid: 1, process: '7' });
  writeFileSync(path, other);
  if (lock.ok) lock.value.release();
  expect(readFileSync(path, 'utf8')).toBe(other);
});
