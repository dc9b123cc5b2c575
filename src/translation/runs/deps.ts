import type { ModelDeps } from '#ai/call-model.ts';
import type { TranslatablePost, TranslationStore } from '#blog/editing-contract.ts';
import type { Database } from '#database/database.ts';
import type { Jobs } from '#database/jobs.ts';
import type { Locale } from '#i18n/locales.ts';
import type { PostBlocks, RunSource } from '../blocks/post-text.ts';
import type { PromptStyle } from '../glossary/prompt-style.ts';
import type { InternalLink } from '../internal-links.ts';
import type { RunRow } from './run-queries.ts';
import type { TaskLease } from './task-lease.ts';

export interface RunDeps {
  database: Pick<Database, 'kind' | 'query' | 'transaction'>;
  jobs: Jobs;
  posts: TranslationStore;
  models: ModelDeps & { random: () => number };
  /** null if the page has no such language. */
  localizeLink(link: InternalLink, to: Locale): Promise<string | null>;
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
  to: Locale;
  text: PostBlocks;
  promptStyle: PromptStyle;
  existing: TranslatablePost | null;
  signal: AbortSignal;
  abort(): void;
}
