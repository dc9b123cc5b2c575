import type { Database } from '../database.ts';
import { writeSnapshot } from './snapshots.ts';

export interface SnapshotSchedule {
  recordChange(): void;
  stop(): Promise<void>;
}

export interface SnapshotScheduleOptions {
  database: Database;
  folder: string;
  now(): number;
  onError(error: unknown): void;
  maintain(): Promise<void>;
  settleMs?: number;
  maxDelayMs?: number;
}

export function scheduleSnapshots({
  database,
  folder,
  now,
  onError,
  maintain,
  settleMs = 30_000,
  maxDelayMs = 300_000,
}: SnapshotScheduleOptions): SnapshotSchedule {
  let timer: NodeJS.Timeout | null = null;
  let firstChange = 0;
  let lastWrite = Promise.resolve();

  function write(): Promise<void> {
    timer = null;
    lastWrite = lastWrite
      .then(maintain)
      .then(() => writeSnapshot(database, folder, now))
      .catch(onError);
    return lastWrite;
  }

  return {
    recordChange() {
      if (timer) clearTimeout(timer);
      else firstChange = now();
      const remainingMs = Math.max(0, firstChange + maxDelayMs - now());
      timer = setTimeout(write, Math.min(settleMs, remainingMs));
      timer.unref();
    },
    stop() {
      if (timer) clearTimeout(timer);
      return write();
    },
  };
}
