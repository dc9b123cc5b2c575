import type { Database } from '../database.ts';
import { writeSnapshot } from './snapshots.ts';

export interface SnapshotSchedule {
  changed(): void;
  stop(): Promise<void>;
}

export interface SnapshotScheduleOptions {
  database: Database;
  folder: string;
  now(): number;
  onError(error: unknown): void;
  /** Maintenance before each snapshot. */
  tidy(): Promise<void>;
  /** How long writes must pause before a snapshot, and the maximum delay under constant writes. */
  settleMs?: number;
  longestMs?: number;
}

export function scheduleSnapshots({
  database,
  folder,
  now,
  onError,
  tidy,
  settleMs = 30_000,
  longestMs = 300_000,
}: SnapshotScheduleOptions): SnapshotSchedule {
  let timer: NodeJS.Timeout | null = null;
  let firstChange = 0;
  let writing = Promise.resolve();

  function write(): Promise<void> {
    timer = null;
    writing = writing
      .then(tidy)
      .then(() => writeSnapshot(database, folder, now))
      .catch(onError);
    return writing;
  }

  return {
    changed() {
      if (timer) clearTimeout(timer);
      else firstChange = now();
      const remainingMs = Math.max(0, firstChange + longestMs - now());
      timer = setTimeout(write, Math.min(settleMs, remainingMs));
      timer.unref();
    },
    stop() {
      if (timer) clearTimeout(timer);
      return write();
    },
  };
}
