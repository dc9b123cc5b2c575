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
import { unwritableCode } from '#platform/unwritable.ts';
import { processMark } from './process-mark.ts';

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
 * lose each other's rows without an error. The lock of a process that was killed is taken over at once. `onTrouble` is
 * told when the lock can't be kept fresh, as on a disk that has become read-only.
 */
export function lockFolder(
  folder: string,
  now: () => number,
  onTrouble: (error: unknown) => void,
): Result<FolderLock, { pid: number; host: string }> {
  const path = join(folder, 'lock');
  const own: Holder = {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    process: processMark(process.pid),
  };
  for (let attempt = 0; attempt < 5; attempt++) {
    if (create(path, own)) return ok(keep(path, own, now, onTrouble));
    const found = read(path);
    if (!found) {
      if (isTorn(path, now)) rmSync(path, { force: true });
      continue;
    }
    if (isAlive(found, path, now)) return fail({ pid: found.pid, host: found.host });
    setAside(path, found);
  }
  return fail({ pid: 0, host: 'unknown' });
}

function create(path: string, own: Holder): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
  try {
    writeSync(file, JSON.stringify(own));
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function keep(path: string, own: Holder, now: () => number, onTrouble: (error: unknown) => void): FolderLock {
  let isTroubled = false;
  const beat = setInterval(() => {
    try {
      const holder = read(path) ?? (create(path, own) ? own : read(path));
      // After a long standstill of this process. Going on would lose rows, its own and the other's.
      if (holder && holder.id !== own.id) throw new LockTakenOver(holder);
      const seconds = now() / 1000;
      utimesSync(path, seconds, seconds);
      isTroubled = false;
    } catch (error) {
      if (error instanceof LockTakenOver) throw error;
      if (!isTroubled) onTrouble(error);
      isTroubled = true;
    }
  }, beatMs);
  beat.unref();
  return {
    release() {
      clearInterval(beat);
      try {
        if (read(path)?.id === own.id) rmSync(path, { force: true });
      } catch (error) {
        // It stays where it can't be taken away; whoever comes next sees that its process is gone.
        if (unwritableCode(error) === null) throw error;
        onTrouble(error);
      }
    },
  };
}

class LockTakenOver extends Error {
  constructor({ pid, host }: Holder) {
    super(`process ${pid} on ${host} has taken over the folder of the database`);
  }
}

/** A file without a holder, left by a process that was killed while it wrote it. */
function isTorn(path: string, now: () => number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && now() - found.mtimeMs > deadAfterMs;
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

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
