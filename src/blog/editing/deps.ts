import type { Database } from '#database/database.ts';
import type { BlogWriter } from '../write.ts';

export interface EditingDeps {
  database: Pick<Database, 'query'>;
  writer: Pick<BlogWriter, 'preparePost' | 'transaction'>;
  /** Idempotent. */
  schedule(postId: string, at: Date): Promise<void>;
  now(): number;
}
