import type { Database, Queries } from '#database/connect.ts';
import type { Result } from '#platform/result.ts';

/** A transaction that rolls back on an error result as well as on a thrown error. */
export async function transactionWithResult<T, E>(
  database: Pick<Database, 'transaction'>,
  run: (queries: Queries) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  let failure: Result<T, E> | null = null;
  const rollback = new Error('refused');
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
