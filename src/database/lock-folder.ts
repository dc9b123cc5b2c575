import { randomUUID } from 'node:crypto';
import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fail, ok, type Result } from '#platform/result.ts';

/** Who holds a folder. `process` tells apart two processes that had the same number. */
interface Holder {
  id: string;
  host: string;
  pid: number;
  process: string;
}

export interface FolderLock {
  release(): void;
}

const beatMs = 5000;
/** A holder on another machine (a volume may be mounted twice) is judged by its beat alone. */
const deadAfterMs = 20_000;

/**
 * The only process that may open the embedded database of `folder`: it has no lock of its own, and two processes
 * lose each other's rows without an error. The lock of a process that was killed is taken over at once.
 */
export function lockFolder(
  folder: string,
  now: () => number,
): Result<FolderLock, { pid: number; host: string }> {
  const path = join(folder, 'lock');
  const own: Holder = {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    process: processMark(process.pid),
  };
  for (let attempt = 0; attempt < 5; attempt++) {
    if (create(path, own)) return ok(keep(path, own, now));
    const found = read(path);
    if (!found) continue;
    if (isAlive(found, path, now)) return fail({ pid: found.pid, host: found.host });
    setAside(path, found);
  }
  return fail({ pid: 0, host: 'unknown' });
}

function create(path: string, own: Holder): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, JSON.stringify(own));
    closeSync(file);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function keep(path: string, own: Holder, now: () => number): FolderLock {
  const beat = setInterval(() => {
    const seconds = now() / 1000;
    utimesSync(path, seconds, seconds);
  }, beatMs);
  beat.unref();
  return {
    release() {
      clearInterval(beat);
      if (read(path)?.id === own.id) rmSync(path, { force: true });
    },
  };
}

/** null: gone meanwhile, or being written by a process that has just made it. */
function read(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (isCode(error, 'ENOENT') || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isAlive(holder: Holder, path: string, now: () => number): boolean {
  if (holder.host !== hostname()) return now() - statSync(path).mtimeMs < deadAfterMs;
  return processMark(holder.pid) === holder.process;
}

/** Takes a dead holder's file away; where another process was quicker and the file is its own by now, puts it back. */
function setAside(path: string, dead: Holder): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (read(aside)?.id === dead.id) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

/** When a process began, as Linux counts it; elsewhere only that it is there. Empty: there is none. */
function processMark(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'ESRCH')) throw error;
  }
  if (process.platform === 'linux') return '';
  try {
    process.kill(pid, 0);
    return 'running';
  } catch (error) {
    return isCode(error, 'EPERM') ? 'running' : '';
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
