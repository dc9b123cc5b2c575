import { eq, lt, sql } from 'drizzle-orm';
import type { Database, Queries } from '#database/connect.ts';
import { modelCall, modelDay, translationRun } from '#database/schema.ts';
import type { ModelOutcome } from '#platform/language-model.ts';
import type { ModelFailure } from '#platform/model-error.ts';
import { fail, type Result } from '#platform/result.ts';

/** How long a call stays in the ledger. */
const keptDays = 90;

interface MeterOptions {
  database: Pick<Database, 'query'>;
  /** Tokens a day (UTC), for all calls of all processes on this database. */
  dailyTokens: number;
  now: () => number;
  /** For the operator; who has left is no failure. */
  onFailure: (kind: string, failure: ModelFailure) => void;
  /** Every call that was made; `outcome` is `ok` or a code. */
  onCall?: (kind: string, outcome: string, tokens: number) => void;
}

export interface MeteredCall {
  kind: string;
  model: string;
  /** What the call may cost at most; also what it counts as where the provider does not say. */
  tokens: number;
  /** For a translation of a run. */
  run?: { id: string; locale: string };
}

export type MeterCall = <T>(
  call: MeteredCall,
  run: () => Promise<ModelOutcome<T>>,
) => Promise<Result<T, ModelFailure>>;

/**
 * Holds calls to the day's budget. Tokens are set aside in one statement before a call and settled after it, so that
 * callers at the same time cannot pass the ceiling together; a process that is killed meanwhile leaves them set aside.
 */
export function createMeter({
  database: { query },
  dailyTokens,
  now,
  onFailure,
  onCall,
}: MeterOptions): MeterCall {
  async function setAside(day: string, tokens: number): Promise<boolean> {
    if (tokens > dailyTokens) return false;
    const rows = await query
      .insert(modelDay)
      .values({ day, tokens })
      .onConflictDoUpdate({
        target: modelDay.day,
        set: { tokens: sql`${modelDay.tokens} + excluded.tokens` },
        setWhere: sql`${modelDay.tokens} + excluded.tokens <= ${dailyTokens}`,
      })
      .returning({ day: modelDay.day });
    return rows.length > 0;
  }

  async function spendOnRun(id: string, tokens: number): Promise<void> {
    await query
      .update(translationRun)
      .set({ tokensSpent: sql`${translationRun.tokensSpent} + ${tokens}` })
      .where(eq(translationRun.id, id));
  }

  let prunedOn = '';
  /** Once a day, by whoever calls first: old calls and days are of no use. */
  async function prune(day: string): Promise<void> {
    if (prunedOn === day) return;
    prunedOn = day;
    const oldest = dayOf(Date.parse(day) - keptDays * 86_400_000);
    await query.delete(modelCall).where(lt(modelCall.day, oldest));
    await query.delete(modelDay).where(lt(modelDay.day, oldest));
  }

  return async (call, run) => {
    const begun = now();
    const day = dayOf(begun);
    if (!(await setAside(day, call.tokens))) {
      onFailure(call.kind, { code: 'model.budget' });
      return fail({ code: 'model.budget' });
    }
    const { usage, unknownTries, ...outcome } = await run();
    const spent = (usage ? usage.tokensIn + usage.tokensOut : 0) + unknownTries * call.tokens;
    await query
      .update(modelDay)
      .set({ tokens: sql`${modelDay.tokens} + ${spent - call.tokens}` })
      .where(sql`${modelDay.day} = ${day}`);
    await query.insert(modelCall).values({
      day,
      kind: call.kind,
      model: call.model,
      tokensIn: usage?.tokensIn ?? null,
      tokensOut: usage?.tokensOut ?? null,
      milliseconds: now() - begun,
      outcome: outcome.ok ? 'ok' : outcome.error.code,
      runId: call.run?.id ?? null,
      locale: call.run?.locale ?? null,
    });
    onCall?.(call.kind, outcome.ok ? 'ok' : outcome.error.code, spent);
    if (call.run) await spendOnRun(call.run.id, spent);
    await prune(day);
    if (!outcome.ok && outcome.error.code !== 'model.cancelled') onFailure(call.kind, outcome.error);
    return outcome;
  };
}

/** Tokens used or set aside on the day of `now`. */
export async function tokensOfDay(query: Queries, now: number): Promise<number> {
  const [row] = await query
    .select({ tokens: modelDay.tokens })
    .from(modelDay)
    .where(sql`${modelDay.day} = ${dayOf(now)}`);
  return row?.tokens ?? 0;
}

/** Of UTC, as the database writes it. */
function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
