import type { ModelDeps } from '#ai/call-model.ts';
import type { BlogReader } from '#blog/contract.ts';
import type { TranslatablePost, TranslationStore } from '#blog/editing-contract.ts';
import type { Database } from '#database/database.ts';
import type { Jobs } from '#database/jobs.ts';
import type { PostBlocks, RunSource } from '../blocks/post-text.ts';
import type { PromptStyle } from '../glossary.ts';
import type { RunRow, TaskLease } from './run-queries.ts';

export interface RunDeps {
  database: Pick<Database, 'kind' | 'query' | 'transaction'>;
  jobs: Jobs;
  posts: TranslationStore;
  blog: Pick<BlogReader, 'findPost' | 'listTranslations'>;
  models: ModelDeps & { random: () => number };
  tokensMax: number;
  dailyTokens: number;
  now(): number;
  onError(error: unknown): void;
  throttle(): Promise<void>;
  onChange(runId: string): void;
}

export interface TaskContext {
  run: RunRow;
  source: RunSource;
  claim: TaskLease;
  text: PostBlocks;
  promptStyle: PromptStyle;
  existing: TranslatablePost | null;
  abortController: AbortController;
}
