import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '#platform/json.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { createFileOnce } from '#platform/storage/atomic-file.ts';
import { storageUnavailableCode } from '#platform/storage/storage-errors.ts';

interface LockHolder {
  host: string;
  pid: number;
}

interface LockOwner extends LockHolder {
  id: string;
  process: string;
}

export interface FolderLock {
  release(): void;
}

const lockName = 'lock';
const heartbeatMs = 5000;
/** An owner on another host (volumes can be mounted twice) is alive while its heartbeat is recent. */
const staleAfterMs = 20_000;

/** PGlite doesn't lock its folder, and two processes on one folder silently lose rows. */
export function lockFolder(
  folder: string,
  now: () => number,
  onError: (error: unknown) => void,
): Result<FolderLock, LockHolder> {
  const path = join(folder, lockName);
  const { pid } = process;
  const owner: LockOwner = { id: randomUUID(), host: hostname(), pid, process: processStartTime(pid) };
  for (let attempt = 0; attempt < 5; attempt++) {
    if (createFileOnce(path, JSON.stringify(owner))) return ok(startHeartbeat(path, owner, now, onError));
    const found = readLockFile(path);
    if (!found) {
      // Left empty by a process killed while writing it.
      if (isStale(path, now)) rmSync(path, { force: true });
      continue;
    }
    if (isAlive(found, path, now)) return fail({ pid: found.pid, host: found.host });
    removeStaleLock(path, found);
  }
  return fail({ pid: 0, host: 'unknown' });
}

/** The process that has locked the folder. */
export function findLockHolder(folder: string, now: () => number): LockHolder | null {
  const path = join(folder, lockName);
  const found = readLockFile(path);
  return found && isAlive(found, path, now) ? found : null;
}

export function lockedFolderHint(folder: string, { pid, host }: LockHolder): string {
  return `Another process (${pid} on ${host}) uses the database in ${folder}. Stop it, set another DATA_DIR for this process, or use PostgreSQL through DATABASE_URL.`;
}

function isAlive(owner: LockOwner, path: string, now: () => number): boolean {
  return owner.host === hostname() ? processStartTime(owner.pid) === owner.process : !isStale(path, now);
}

function isStale(path: string, now: () => number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && now() - found.mtimeMs > staleAfterMs;
}

function startHeartbeat(
  path: string,
  owner: LockOwner,
  now: () => number,
  onError: (error: unknown) => void,
): FolderLock {
  let hasReported = false;
  const heartbeat = setInterval(() => {
    try {
      let holder = readLockFile(path);
      if (!holder && !createFileOnce(path, JSON.stringify(owner))) holder = readLockFile(path);
      // This process was suspended. Continuing would lose rows of both.
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
        if (readLockFile(path)?.id === owner.id) rmSync(path, { force: true });
      } catch (error) {
        // The next process detects that this one has exited.
        if (storageUnavailableCode(error) === null) throw error;
        onError(error);
      }
    },
  };
}

class LockTakenOverError extends Error {
  constructor({ pid, host }: LockOwner) {
    super(`process ${pid} on ${host} has taken over the database folder`);
  }
}

/** null: deleted meanwhile, or still being written by another process. */
function readLockFile(path: string): LockOwner | null {
  const text = nullIfMissing(() => readFileSync(path, 'utf8'));
  return ((text && parseJson(text)) || null) as LockOwner | null;
}

/** Puts the file back if another process has replaced it meanwhile. */
function removeStaleLock(path: string, dead: LockOwner): void {
  const tempPath = `${path}.${randomUUID()}`;
  if (nullIfMissing(() => renameSync(path, tempPath)) === null) return;
  if (readLockFile(tempPath)?.id === dead.id) rmSync(tempPath, { force: true });
  else renameSync(tempPath, path);
}

/** Start time in clock ticks on Linux, elsewhere `running`; empty if there is no such process. */
function processStartTime(pid: number): string {
  if (process.platform === 'linux') {
    const stat = nullIfMissing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    return !fields || fields[0] === 'Z' ? '' : (fields[19] ?? '');
  }
  try {
    process.kill(pid, 0);
    return 'running';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'running' : '';
  }
}

/** Reading about a process that exits meanwhile fails with ESRCH. */
function nullIfMissing<T>(run: () => T): T | null {
  try {
    return run();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}
