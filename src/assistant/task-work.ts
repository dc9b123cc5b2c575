import type { TranslatedPost } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { TaskClaim } from './claim-task.ts';
import type { Recipe } from './run-recipe.ts';
import type { RunRow } from './run-rows.ts';
import type { RunSource, RunText } from './run-source.ts';

/** One language of a run at work. */
export interface TaskWork {
  run: RunRow;
  source: RunSource;
  claim: TaskClaim;
  to: Locale;
  /** What of the original is to be translated. */
  text: RunText;
  recipe: Recipe;
  existing: TranslatedPost | null;
  signal: AbortSignal;
  /** Aborts it: it was cancelled, or is somebody else's now. */
  leave(): void;
}
