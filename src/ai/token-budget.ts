import { eq, lt, sql } from 'drizzle-orm';
import type { Database, Queries } from '#database/database.ts';
import { modelCall, modelDay, translationRun } from '#database/schema.ts';
import { fail, type Result } from '#platform/result.ts';
import { imageTokens, type ModelError, type Prompt } from './contract.ts';
import { defaultModelLimits, type LanguageModel, type ModelOutcome } from './language-model.ts';

const retentionDays = 90;

interface TokenBudgetOptions {
  database: Pick<Database, 'query'>;
  /** Per UTC day, for all processes on this database. */
  dailyTokens: number;
  now: () => number;
  /** Not called for a cancelled request. */
  onFailure: (kind: string, failure: ModelError) => void;
  onCall?: (kind: string, outcome: string, tokens: number) => void;
}

interface BudgetedCall {
  kind: string;
  model: string;
  /** Maximum cost. Charged if the provider reports no usage. */
  tokens: number;
  run?: { id: string; locale: string };
}

export type WithTokenBudget = <T>(
  call: BudgetedCall,
  run: () => Promise<ModelOutcome<T>>,
) => Promise<Result<T, ModelError>>;

/** Reserves tokens in one statement before a call. A process killed during a call leaves them reserved. */
export function createTokenBudget({
  database: { query },
  dailyTokens,
  now,
  onFailure,
  onCall,
}: TokenBudgetOptions): WithTokenBudget {
  async function reserveTokens(day: string, tokens: number): Promise<boolean> {
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

  async function chargeRun(id: string, tokens: number): Promise<void> {
    await query
      .update(translationRun)
      .set({ tokensSpent: sql`${translationRun.tokensSpent} + ${tokens}` })
      .where(eq(translationRun.id, id));
  }

  let prunedOn = '';
  async function prune(day: string): Promise<void> {
    if (prunedOn === day) return;
    prunedOn = day;
    const oldest = toUtcDay(Date.parse(day) - retentionDays * 86_400_000);
    await query.delete(modelCall).where(lt(modelCall.day, oldest));
    await query.delete(modelDay).where(lt(modelDay.day, oldest));
  }

  return async (call, run) => {
    const startedAt = now();
    const day = toUtcDay(startedAt);
    if (!(await reserveTokens(day, call.tokens))) {
      onFailure(call.kind, { code: 'model.budget' });
      return fail({ code: 'model.budget' });
    }
    const { usage, unmeteredAttempts, ...outcome } = await run();
    const spent = (usage ? usage.tokensIn + usage.tokensOut : 0) + unmeteredAttempts * call.tokens;
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
      milliseconds: now() - startedAt,
      outcome: outcome.ok ? 'ok' : outcome.error.code,
      runId: call.run?.id ?? null,
      locale: call.run?.locale ?? null,
    });
    onCall?.(call.kind, outcome.ok ? 'ok' : outcome.error.code, spent);
    if (call.run) await chargeRun(call.run.id, spent);
    await prune(day);
    if (!outcome.ok && outcome.error.code !== 'model.cancelled') onFailure(call.kind, outcome.error);
    return outcome;
  };
}

export async function readTokensUsedToday(query: Queries, now: number): Promise<number> {
  const [row] = await query
    .select({ tokens: modelDay.tokens })
    .from(modelDay)
    .where(sql`${modelDay.day} = ${toUtcDay(now)}`);
  return row?.tokens ?? 0;
}

function toUtcDay(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(0, 10);
}

export interface ModelDeps {
  model: LanguageModel;
  meter: WithTokenBudget;
  textModel: string | null;
  imageModel: string | null;
}

/** A token has at least three bytes in all ten languages, so `bytes / 3` is an upper bound. */
export async function callTextModel<T>(
  { meter, textModel, model }: ModelDeps,
  kind: string,
  prompt: Prompt,
  generate: (model: LanguageModel) => Promise<ModelOutcome<T>>,
): Promise<Result<T, ModelError>> {
  if (textModel === null) return fail({ code: 'model.unconfigured' });
  const bytes = Buffer.byteLength(prompt.instructions + prompt.data);
  const tokens = Math.ceil(bytes / 3) + defaultModelLimits.maxOutputTokens;
  return meter({ kind, model: textModel, tokens }, () => generate(model));
}

export async function callImageModel(
  { meter, imageModel, model }: ModelDeps,
  prompt: string,
  signal: AbortSignal,
): Promise<Result<Uint8Array, ModelError>> {
  if (imageModel === null) return fail({ code: 'model.unconfigured' });
  const tokens = Math.ceil(Buffer.byteLength(prompt) / 3) + imageTokens;
  return meter({ kind: 'image', model: imageModel, tokens }, () => model.generateImage(prompt, signal));
}
