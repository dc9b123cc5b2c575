import type { TranslatedPost } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { TaskClaim } from './claim-task.ts';
import type { Recipe } from './run-recipe.ts';
import type { RunRow } from './run-rows.ts';
import type { RunText } from './run-source.ts';

/** One language of a run at work. */
export interface TaskWork {
  run: RunRow;
  claim: TaskClaim;
  to: Locale;
  text: RunText;
  recipe: Recipe;
  existing: TranslatedPost | null;
  signal: AbortSignal;
}
