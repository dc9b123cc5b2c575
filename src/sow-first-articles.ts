import type { BlogWriter } from '#blog/create-blog-writer.ts';
import { seedBlog } from '#blog/sow-seed.ts';
import type { Config } from '#config.ts';
import type { Database } from '#database/connect.ts';
import { runOnFirstStart } from '#database/first-start.ts';
import { readSeedData } from '#database/read-seed.ts';
import type { Logger } from '#platform/logger.ts';

interface SeedDeps {
  database: Database;
  writer: BlogWriter;
  now(): number;
  log: Logger;
}

/** Runs only at the first start of a database. */
export function seedDatabase(seed: Config['seed'], { database, writer, now, log }: SeedDeps): Promise<void> {
  return runOnFirstStart(database, now, async () => {
    if (seed === 'none') return;
    const articles = await seedBlog(writer, await readSeedData(seed, now()));
    log.info({ articles, seed }, 'an empty database got its first articles');
  });
}
