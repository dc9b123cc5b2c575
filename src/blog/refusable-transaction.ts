import type { Database, Queries } from '#database/connect.ts';
import type { Result } from '#platform/result.ts';

/** A transaction that an error value undoes as a thrown error does. */
export async function refusableTransaction<T, E>(
  database: Pick<Database, 'transaction'>,
  run: (queries: Queries) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  let refusal: Result<T, E> | null = null;
  const undo = new Error('refused');
  try {
    return await database.transaction(async (queries) => {
      const result = await run(queries);
      if (result.ok) return result;
      refusal = result;
      throw undo;
    });
  } catch (error) {
    if (error !== undo || refusal === null) throw error;
    return refusal;
  }
}
