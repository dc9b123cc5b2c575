import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../json.ts';
import { fail, ok, type Result } from '../result.ts';
import { createFileOnce } from './atomic-file.ts';
import { storageUnavailableCode } from './storage-errors.ts';

export interface LockHolder {
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

export interface FolderLockDeps {
  now: () => number;
  /** A heartbeat or the release has failed. */
  onError: (error: unknown) => void;
  /** Another process has the lock, because this one was suspended. Throws by default, which ends the process. */
  onTakenOver?: (error: Error) => void;
  fileName?: string;
}

const defaultName = 'lock';
const heartbeatMs = 5000;
/** An owner on another host (volumes can be mounted twice) is alive while its heartbeat is recent. */
const staleAfterMs = 20_000;

/** A lock of a dead process is replaced. The error is the process that has the folder. */
export function lockFolder(folder: string, deps: FolderLockDeps): Result<FolderLock, LockHolder> {
  const { now } = deps;
  const path = join(folder, deps.fileName ?? defaultName);
  const { pid } = process;
  const owner: LockOwner = { id: randomUUID(), host: hostname(), pid, process: processStartTime(pid) };
  for (let attempt = 0; attempt < 5; attempt++) {
    if (createFileOnce(path, JSON.stringify(owner))) return ok(startHeartbeat(path, owner, deps));
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
  const path = join(folder, defaultName);
  const found = readLockFile(path);
  return found && isAlive(found, path, now) ? found : null;
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
  { now, onError, onTakenOver = throwError }: FolderLockDeps,
): FolderLock {
  let hasReported = false;
  const heartbeat = setInterval(() => {
    let holder: LockOwner | null;
    try {
      holder = readLockFile(path);
      if (!holder && !createFileOnce(path, JSON.stringify(owner))) holder = readLockFile(path);
      if (!holder || holder.id === owner.id) {
        const seconds = now() / 1000;
        utimesSync(path, seconds, seconds);
      }
      hasReported = false;
    } catch (error) {
      if (!hasReported) onError(error);
      hasReported = true;
      return;
    }
    if (!holder || holder.id === owner.id) return;
    clearInterval(heartbeat);
    onTakenOver(new Error(`process ${holder.pid} on ${holder.host} has taken over the folder`));
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

function throwError(error: Error): never {
  throw error;
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
