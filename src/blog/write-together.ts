import type { Queries } from '#database/connect.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';
import type { BlogChange } from './contract.ts';
import type { PreparedPost, SaveError } from './prepare-post.ts';
import { refusableTransaction } from './refusable-transaction.ts';
import type { WritingDesk } from './save-post.ts';
import { lockWriters, type Written, writePost } from './write-post.ts';

/** What one transaction of the blog can do. */
export interface Writing {
  queries: Queries;
  write(prepared: PreparedPost): Promise<Result<Written, SaveError>>;
  /** Something else was changed: told of once it is kept. */
  changed(change: BlogChange): void;
}

/**
 * One transaction in which no other writer is: all of it is kept, or, where `run` gives an error or throws, nothing.
 * Then its changes are announced, those of one article together.
 */
export async function writeTogether<T, E>(
  desk: Pick<WritingDesk, 'database' | 'now' | 'random' | 'announce' | 'guessLanguage'>,
  run: (writing: Writing) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  const changes: BlogChange[] = [];
  const done = await refusableTransaction(desk.database, async (queries) => {
    await lockWriters(queries);
    return run({
      queries,
      async write(prepared) {
        const written = await writePost(queries, prepared, desk);
        if (written.ok) changes.push(written.value.change);
        return written;
      },
      changed: (change) => void changes.push(change),
    });
  });
  if (!done.ok) return done;
  for (const [articleId, ofOne] of Map.groupBy(changes, (change) => change.articleId)) {
    const concerned = new Set<Locale>(ofOne.flatMap((change) => change.locales));
    const siblings = ofOne
      .flatMap((change) => change.siblings ?? [])
      .filter(({ locale }) => !concerned.has(locale));
    await desk.announce({
      ...{ articleId, locales: locales.filter((locale) => concerned.has(locale)) },
      ...(siblings.length > 0 && { siblings }),
    });
  }
  return done;
}
