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

interface LockOwner {
  id: string;
  host: string;
  pid: number;
  process: string;
}

export interface FolderLock {
  release(): void;
}

const heartbeatMs = 5000;
/** An owner on another host (volumes can be mounted twice) is alive while its heartbeat is recent. */
const staleAfterMs = 20_000;

/** PGlite doesn't lock its folder, and two processes on one folder silently lose rows. */
export function lockFolder(
  folder: string,
  now: () => number,
  onError: (error: unknown) => void,
): Result<FolderLock, { pid: number; host: string }> {
  const path = join(folder, 'lock');
  const owner: LockOwner = {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    process: processStartTime(process.pid),
  };
  for (let attempt = 0; attempt < 5; attempt++) {
    if (createLockFile(path, owner)) return ok(startHeartbeat(path, owner, now, onError));
    const found = readLockFile(path);
    if (!found) {
      if (isIncomplete(path, now)) rmSync(path, { force: true });
      continue;
    }
    if (isAlive(found, path, now)) return fail({ pid: found.pid, host: found.host });
    removeStaleLock(path, found);
  }
  return fail({ pid: 0, host: 'unknown' });
}

function createLockFile(path: string, owner: LockOwner): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
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
  owner: LockOwner,
  now: () => number,
  onError: (error: unknown) => void,
): FolderLock {
  let hasReported = false;
  const heartbeat = setInterval(() => {
    try {
      const holder = readLockFile(path) ?? (createLockFile(path, owner) ? owner : readLockFile(path));
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

/** A file left empty by a process killed while writing it. */
function isIncomplete(path: string, now: () => number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && now() - found.mtimeMs > staleAfterMs;
}

/** null: deleted meanwhile, or still being written by another process. */
function readLockFile(path: string): LockOwner | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isAlive(holder: LockOwner, path: string, now: () => number): boolean {
  if (holder.host !== hostname()) return now() - statSync(path).mtimeMs < staleAfterMs;
  return processStartTime(holder.pid) === holder.process;
}

/** Puts the file back if another process has replaced it meanwhile. */
function removeStaleLock(path: string, dead: LockOwner): void {
  const tempPath = `${path}.${randomUUID()}`;
  try {
    renameSync(path, tempPath);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readLockFile(tempPath)?.id === dead.id) rmSync(tempPath, { force: true });
  else renameSync(tempPath, path);
}
