import type { BlogWriter } from '#blog/create-blog-writer.ts';
import { sowSeed } from '#blog/sow-seed.ts';
import type { Config } from '#config.ts';
import type { Database } from '#database/connect.ts';
import { onFirstStart } from '#database/first-start.ts';
import { readSeed } from '#database/read-seed.ts';
import type { Logger } from '#platform/logger.ts';

interface Ground {
  database: Database;
  writer: BlogWriter;
  now(): number;
  log: Logger;
}

/** What an empty database starts with; decided once, at its first start. */
export function sowFirstArticles(
  seed: Config['seed'],
  { database, writer, now, log }: Ground,
): Promise<void> {
  return onFirstStart(database, now, async () => {
    if (seed === 'none') return;
    const articles = await sowSeed(writer, await readSeed(seed, now()));
    log.info({ articles, seed }, 'an empty database got its first articles');
  });
}
