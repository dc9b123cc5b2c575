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
import { storageUnavailableCode } from '#platform/storage/storage-errors.ts';

/** Start time in clock ticks on Linux, elsewhere `running`; empty if there is no such process. */
function processStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT') && !hasErrorCode(error, 'ESRCH')) throw error;
  }
  if (process.platform === 'linux') return '';
  try {
    process.kill(pid, 0);
    return 'running';
  } catch (error) {
    return hasErrorCode(error, 'EPERM') ? 'running' : '';
  }
}

function hasErrorCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

interface Holder {
  id: string;
  host: string;
  pid: number;
  process: string;
}

export interface FolderLock {
  release(): void;
}

const heartbeatMs = 5000;
/** An owner on another machine (volumes can be mounted twice) counts as alive while its heartbeat is recent. */
const staleAfterMs = 20_000;

/**
 * PGlite has no lock of its own, and two processes on one folder lose rows silently. Takes over a dead
 * process's lock. `onError` is called if the lock can't be refreshed, such as on a read-only disk.
 */
export function lockFolder(
  folder: string,
  now: () => number,
  onError: (error: unknown) => void,
): Result<FolderLock, { pid: number; host: string }> {
  const path = join(folder, 'lock');
  const owner: Holder = {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    process: processStartTime(process.pid),
  };
  for (let attempt = 0; attempt < 5; attempt++) {
    if (create(path, owner)) return ok(startHeartbeat(path, owner, now, onError));
    const found = read(path);
    if (!found) {
      if (isIncomplete(path, now)) rmSync(path, { force: true });
      continue;
    }
    if (isAlive(found, path, now)) return fail({ pid: found.pid, host: found.host });
    removeStaleLock(path, found);
  }
  return fail({ pid: 0, host: 'unknown' });
}

function create(path: string, owner: Holder): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
  try {
    writeSync(file, JSON.stringify(owner));
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function startHeartbeat(
  path: string,
  owner: Holder,
  now: () => number,
  onError: (error: unknown) => void,
): FolderLock {
  let hasReported = false;
  const heartbeat = setInterval(() => {
    try {
      const holder = read(path) ?? (create(path, owner) ? owner : read(path));
      // This process was suspended for long. Continuing would lose rows of both.
      if (holder && holder.id !== owner.id) throw new LockTakenOverError(holder);
      const seconds = now() / 1000;
      utimesSync(path, seconds, seconds);
      hasReported = false;
    } catch (error) {
      if (error instanceof LockTakenOverError) throw error;
      if (!hasReported) onError(error);
      hasReported = true;
    }
  }, heartbeatMs);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      try {
        if (read(path)?.id === owner.id) rmSync(path, { force: true });
      } catch (error) {
        // If the file can't be deleted, the next process sees that this one is gone.
        if (storageUnavailableCode(error) === null) throw error;
        onError(error);
      }
    },
  };
}

class LockTakenOverError extends Error {
  constructor({ pid, host }: Holder) {
    super(`process ${pid} on ${host} has taken over the folder of the database`);
  }
}

/** A file left empty by a process killed while writing it. */
function isIncomplete(path: string, now: () => number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && now() - found.mtimeMs > staleAfterMs;
}

/** null: deleted meanwhile, or still being written by another process. */
function read(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (isCode(error, 'ENOENT') || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isAlive(holder: Holder, path: string, now: () => number): boolean {
  if (holder.host !== hostname()) return now() - statSync(path).mtimeMs < staleAfterMs;
  return processStartTime(holder.pid) === holder.process;
}

/** Deletes a dead owner's lock; if another process has replaced the file meanwhile, puts it back. */
function removeStaleLock(path: string, dead: Holder): void {
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

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
