import { setTimeout as wait } from 'node:timers/promises';
import type { Result } from '#platform/result.ts';
import { type FolderLock, type LockHolder, lockFolder } from '#platform/storage/folder-lock.ts';
import { DiskError, makeFolder, withDiskErrors } from './file-system.ts';

const fileName = '.unspool.lock';
const pollMs = 200;

/** For one run at a time in a folder: two that save the same file would write into one part file. */
export interface OutputLock {
  /** Creates the folder, and waits for other runs. Returns false if this one was interrupted. */
  acquire(): Promise<boolean>;
  release(): void;
}

export interface OutputLockDeps {
  signal: AbortSignal;
  now: () => number;
  /** Called once. */
  onWait: (holder: LockHolder) => void;
}

export function createOutputLock(folder: string, { signal, now, onWait }: OutputLockDeps): OutputLock {
  let lock: FolderLock | null = null;
  let hasAcquired = false;

  /** null: the folder can't be locked. Saving then reports why it can't be written, or works without. */
  async function tryLock(): Promise<Result<FolderLock, LockHolder> | null> {
    try {
      await makeFolder(folder);
      return await withDiskErrors(folder, async () =>
        lockFolder(folder, { fileName, now, onError: () => undefined, onTakenOver: () => undefined }),
      );
    } catch (cause) {
      if (cause instanceof DiskError) return null;
      throw cause;
    }
  }

  function release(): void {
    process.off('exit', release);
    lock?.release();
    lock = null;
  }

  return {
    async acquire() {
      for (let isWaiting = false; !hasAcquired && !signal.aborted; isWaiting = true) {
        const result = await tryLock();
        if (result && !result.ok) {
          if (!isWaiting) onWait(result.error);
          await wait(pollMs, null, { signal }).catch(() => undefined);
          continue;
        }
        hasAcquired = true;
        lock = result?.value ?? null;
        // A second Ctrl+C exits at once.
        process.once('exit', release);
      }
      return hasAcquired;
    },
    release,
  };
}
