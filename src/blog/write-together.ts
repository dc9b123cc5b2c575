import type { Queries } from '#database/connect.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';
import type { BlogChange } from './contract.ts';
import type { PreparedPost, SavePostError } from './prepare-post.ts';
import { transactionWithResult } from './refusable-transaction.ts';
import type { BlogWriterDeps } from './save-post.ts';
import { lockBlogWrites, type SavePostResult, writePost } from './write-post.ts';

export interface WriteTransaction {
  queries: Queries;
  write(prepared: PreparedPost): Promise<Result<SavePostResult, SavePostError>>;
  /** Adds another change to emit after the commit. */
  changed(change: BlogChange): void;
}

/**
 * Runs one write transaction at a time; an error result rolls it back, as a thrown error does. After the
 * commit, emits the changes, merged by article.
 */
export async function runWriteTransaction<T, E>(
  deps: Pick<BlogWriterDeps, 'database' | 'now' | 'random' | 'emitChange' | 'guessLanguage'>,
  run: (tx: WriteTransaction) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  const changes: BlogChange[] = [];
  const result = await transactionWithResult(deps.database, async (queries) => {
    await lockBlogWrites(queries);
    return run({
      queries,
      async write(prepared) {
        const written = await writePost(queries, prepared, deps);
        if (written.ok) changes.push(written.value.change);
        return written;
      },
      changed: (change) => void changes.push(change),
    });
  });
  if (!result.ok) return result;
  for (const [articleId, articleChanges] of Map.groupBy(changes, (change) => change.articleId)) {
    const affectedLocales = new Set<Locale>(articleChanges.flatMap((change) => change.locales));
    const siblings = articleChanges
      .flatMap((change) => change.siblings ?? [])
      .filter(({ locale }) => !affectedLocales.has(locale));
    await deps.emitChange({
      ...{ articleId, locales: locales.filter((locale) => affectedLocales.has(locale)) },
      ...(siblings.length > 0 && { siblings }),
    });
  }
  return result;
}
