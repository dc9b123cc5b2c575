import type { Database } from '#database/connect.ts';
import type { Jobs } from '#database/jobs.ts';
import type { TranslationDesk } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ModelDesk } from './ask-model.ts';
import type { OwnLink } from './own-link.ts';

/** What runs work with. Of the blog and the desk they get functions: they import none of their code. */
export interface RunTools {
  database: Pick<Database, 'kind' | 'query' | 'transaction'>;
  jobs: Jobs;
  desk: TranslationDesk;
  models: ModelDesk & { random: () => number };
  /** Where a link to a page of ours leads in another language; null: nowhere. */
  addressIn(link: OwnLink, to: Locale): Promise<string | null>;
  /** Tokens a run may use at most. */
  tokensMax: number;
  dailyTokens: number;
  /** Milliseconds since 1970. */
  now(): number;
  /** Of work that nobody waits for. */
  onTrouble(error: unknown): void;
  /** Between the pieces of the work: visitors come first. */
  rest(): Promise<void>;
  /** This process has changed a run. */
  changed(runId: string): void;
}
