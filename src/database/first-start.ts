import type { Database } from './connect.ts';
import { installation } from './schema.ts';

/**
 * Does what a database goes through once, on one node while the others wait. Cut off in the middle, it is done again at
 * the next start, so `run` must bear that.
 */
export function onFirstStart(database: Database, now: () => number, run: () => Promise<void>): Promise<void> {
  return database.exclusively(async () => {
    const [row] = await database.query.select().from(installation);
    if (row?.seededAt) return;
    await run();
    await database.query
      .insert(installation)
      .values({ seededAt: new Date(now()) })
      .onConflictDoUpdate({ target: installation.id, set: { seededAt: new Date(now()) } });
  });
}
