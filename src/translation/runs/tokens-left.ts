import type { AiProvider } from '#ai/language-model.ts';
import { readTokensUsedToday, readTokensUsedTodayBy } from '#ai/token-budget.ts';
import type { Queries } from '#database/database.ts';
import { callReserveTokens } from '../contract.ts';

/** Today. `reading`: of `all`, what the second model may use; null without one. */
export async function readTokensLeft(
  queries: Queries,
  { dailyTokens, secondReader }: Pick<AiProvider, 'dailyTokens' | 'secondReader'>,
  now: number,
): Promise<{ all: number; reading: number | null }> {
  const all = Math.max(0, dailyTokens - (await readTokensUsedToday(queries, now)));
  if (secondReader === null) return { all, reading: null };
  const read = await readTokensUsedTodayBy(queries, 'review', { unreported: callReserveTokens, now });
  return { all, reading: Math.max(0, secondReader.dailyTokens - read) };
}
