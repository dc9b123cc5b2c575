import type { Database } from '#database/connect.ts';
import type { Jobs } from '#database/jobs.ts';
import type { TranslationStore } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ModelDeps } from './ask-model.ts';
import type { InternalLink } from './own-link.ts';

/** Blog functions are injected, so that this folder doesn't import the blog's code. */
export interface RunDeps {
  database: Pick<Database, 'kind' | 'query' | 'transaction'>;
  jobs: Jobs;
  posts: TranslationStore;
  models: ModelDeps & { random: () => number };
  /** URL of the page in another language; null if there is none. */
  localizeLink(link: InternalLink, to: Locale): Promise<string | null>;
  tokensMax: number;
  dailyTokens: number;
  now(): number;
  onError(error: unknown): void;
  /** Called between steps, so that visitors come first. */
  throttle(): Promise<void>;
  onChange(runId: string): void;
}
