import type { Database } from './connect.ts';
import { writeSnapshot } from './snapshots.ts';

export interface SnapshotKeeper {
  /** Something was written: a snapshot follows when writing settles. */
  changed(): void;
  /** Waits for the one being written, and writes a last one. */
  stop(): Promise<void>;
}

export interface SnapshotKeeping {
  database: Database;
  folder: string;
  now(): number;
  onTrouble(error: unknown): void;
  /** What else is to be done when writing has settled. */
  tidy(): Promise<void>;
  /** Milliseconds without a change before a snapshot is written, and the longest that steady changes put it off. */
  settleMs?: number;
  longestMs?: number;
}

/** Snapshots of the embedded database after changes settle, and at the end. */
export function keepSnapshots({
  database,
  folder,
  now,
  onTrouble,
  tidy,
  settleMs = 30_000,
  longestMs = 300_000,
}: SnapshotKeeping): SnapshotKeeper {
  let timer: NodeJS.Timeout | null = null;
  let firstChange = 0;
  let writing = Promise.resolve();

  function write(): Promise<void> {
    timer = null;
    writing = writing
      .then(tidy)
      .then(() => writeSnapshot(database, folder, now))
      .catch(onTrouble);
    return writing;
  }

  return {
    changed() {
      if (timer) clearTimeout(timer);
      else firstChange = now();
      const left = Math.max(0, firstChange + longestMs - now());
      timer = setTimeout(write, Math.min(settleMs, left));
      timer.unref();
    },
    stop() {
      if (timer) clearTimeout(timer);
      return write();
    },
  };
}
