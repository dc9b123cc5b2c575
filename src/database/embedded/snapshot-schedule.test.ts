import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyDatabase } from '#test/support/databases.ts';
import { scheduleSnapshots } from './snapshot-schedule.ts';
import { listSnapshots } from './snapshots.ts';

async function setUpSchedule(errors: unknown[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-snapshots-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const maintainedAt: number[] = [];
  const snapshots = scheduleSnapshots({
    database: await emptyDatabase(),
    folder,
    now: Date.now,
    onError: (error) => errors.push(error),
    maintain: async () => void maintainedAt.push(Date.now()),
    settleMs: 1000,
    maxDelayMs: 5000,
  });
  return { snapshots, maintainedAt, folder };
}

test('a snapshot waits until writes settle, up to a maximum delay', async () => {
  const { snapshots, maintainedAt, folder } = await setUpSchedule();
  const start = Date.now();
  for (let half = 0; half < 20; half += 1) {
    snapshots.recordChange();
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(maintainedAt.map((time) => time - start)).toEqual([5000]);
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(maintainedAt).toHaveLength(2), 15_000);
  await snapshots.stop();
  expect(maintainedAt).toHaveLength(3);
  expect((await listSnapshots(folder)).length).toBeGreaterThan(0);
});

test('a failed snapshot is reported and the next one is written', async () => {
  const errors: unknown[] = [];
  const { snapshots, folder } = await setUpSchedule(errors);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'in the way');
  snapshots.recordChange();
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(errors).toHaveLength(1), 15_000);
  rmSync(folder);
  await snapshots.stop();
  expect(await listSnapshots(folder)).toHaveLength(1);
});
