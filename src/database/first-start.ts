import type { Database } from './connect.ts';
import { installation } from './schema.ts';

/** Runs on one node while the others wait. `run` is repeated at the next start if it is interrupted. */
export function runOnFirstStart(
  database: Database,
  now: () => number,
  run: () => Promise<void>,
): Promise<void> {
  return database.withExclusiveLock(async () => {
    const [row] = await database.query.select().from(installation);
    if (row?.seededAt) return;
    await run();
    await database.query
      .insert(installation)
      .values({ seededAt: new Date(now()) })
      .onConflictDoUpdate({ target: installation.id, set: { seededAt: new Date(now()) } });
  });
}
