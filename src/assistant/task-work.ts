import type { TranslatablePost } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { TaskLease } from './claim-task.ts';
import type { PromptStyle } from './run-recipe.ts';
import type { RunRow } from './run-rows.ts';
import type { PostBlocks, RunSource } from './run-source.ts';

export interface TaskContext {
  run: RunRow;
  source: RunSource;
  claim: TaskLease;
  to: Locale;
  text: PostBlocks;
  cacheKey: PromptStyle;
  existing: TranslatablePost | null;
  signal: AbortSignal;
  /** For a task that was cancelled or belongs to another worker. */
  abort(): void;
}
