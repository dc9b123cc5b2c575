import type { Database, Queries } from '#database/database.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';
import type { BlogChange } from '../contract.ts';
import type { WriteTransaction } from '../editing-contract.ts';
import type { BlogWriterDeps } from './publish-article.ts';
import { lockBlogWrites, writePost } from './write-post.ts';

async function transactionWithResult<T, E>(
  database: Pick<Database, 'transaction'>,
  run: (queries: Queries) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  let failure: Result<T, E> | null = null;
  const rollback = new Error('rollback');
  try {
    return await database.transaction(async (queries) => {
      const result = await run(queries);
      if (result.ok) return result;
      failure = result;
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback || failure === null) throw error;
    return failure;
  }
}

/** An error result rolls back. Changes are emitted after the commit, merged by article. */
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
      addChange: (change) => void changes.push(change),
    });
  });
  if (!result.ok) return result;
  for (const [articleId, articleChanges] of Map.groupBy(changes, (change) => change.articleId)) {
    const affectedLocales = new Set<Locale>(articleChanges.flatMap((change) => change.locales));
    const siblings = articleChanges
      .flatMap((change) => change.siblings ?? [])
      .filter(({ locale }) => !affectedLocales.has(locale));
    await deps.emitChange({
      articleId,
      locales: locales.filter((locale) => affectedLocales.has(locale)),
      ...(siblings.length > 0 && { siblings }),
    });
  }
  return result;
}
