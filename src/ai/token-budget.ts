import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database, Queries } from '#database/database.ts';
import { modelCall, modelDay, translationRun } from '#database/schema.ts';
import { fail, type Result } from '#platform/result.ts';
import { imageInputTokens, imageTokens, type ModelError, type Prompt } from './contract.ts';
import {
  type AiProvider,
  defaultModelLimits,
  type LanguageModel,
  type ModelOutcome,
} from './language-model.ts';
import type { ModelUsage } from './provider.ts';
import type { CallPrices, ModelPrices, Money, TokenCharge } from './text-contract.ts';

/** Of the figures, which cover up to a year. */
const retentionDays = 400;

interface TokenBudgetOptions {
  database: Pick<Database, 'query'>;
  /** Per UTC day, for all processes on this database. */
  dailyTokens(): number;
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
  /** Called once the provider may have charged something, also if the call failed. */
  onCharge?: (usage: ModelUsage | null, unmeteredAttempts: number) => void;
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
    const most = dailyTokens();
    if (tokens > most) return false;
    const rows = await query
      .insert(modelDay)
      .values({ day, tokens })
      .onConflictDoUpdate({
        target: modelDay.day,
        set: { tokens: sql`${modelDay.tokens} + excluded.tokens` },
        setWhere: sql`${modelDay.tokens} + excluded.tokens <= ${most}`,
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
    if (usage || unmeteredAttempts > 0) call.onCharge?.(usage, unmeteredAttempts);
    if (call.run) await chargeRun(call.run.id, spent);
    await prune(day);
    if (!outcome.ok && outcome.error.code !== 'model.cancelled') onFailure(call.kind, outcome.error);
    return outcome;
  };
}

/** A limit for one kind of calls within the budget of the day. Calls at the same time may exceed it by one each. */
export function withDailyLimit(
  meter: WithTokenBudget,
  {
    database: { query },
    dailyTokens,
    now,
    onFailure,
  }: Pick<TokenBudgetOptions, 'database' | 'dailyTokens' | 'now' | 'onFailure'>,
): WithTokenBudget {
  return async (call, run) => {
    const used = await readTokensUsedTodayBy(query, call.kind, { unreported: call.tokens, now: now() });
    if (used + call.tokens <= dailyTokens()) return meter(call, run);
    onFailure(call.kind, { code: 'model.budget' });
    return fail({ code: 'model.budget' });
  };
}

/** By one kind of calls. `unreported`: of a call whose provider reported no usage. */
export async function readTokensUsedTodayBy(
  query: Queries,
  kind: string,
  { unreported, now }: { unreported: number; now: number },
): Promise<number> {
  const otherwise = sql`case when ${modelCall.outcome} = 'ok' then ${unreported}::int else 0 end`;
  const [row] = await query
    .select({
      tokens: sql<number>`coalesce(sum(coalesce(${modelCall.tokensIn} + ${modelCall.tokensOut}, ${otherwise})), 0)::int`,
    })
    .from(modelCall)
    .where(and(sql`${modelCall.day} = ${toUtcDay(now)}`, eq(modelCall.kind, kind)));
  return row?.tokens ?? 0;
}

export async function readTokensUsedToday(query: Queries, now: number): Promise<number> {
  const [row] = await query
    .select({ tokens: modelDay.tokens })
    .from(modelDay)
    .where(sql`${modelDay.day} = ${toUtcDay(now)}`);
  return row?.tokens ?? 0;
}

/**
 * At most what the text models have cost today. Tokens that were charged without a report have the highest price.
 * Images aren't included: providers charge them differently.
 */
export async function readCostToday(query: Queries, prices: CallPrices, now: number): Promise<Money> {
  const day = toUtcDay(now);
  const rows = await query
    .select({
      kind: modelCall.kind,
      tokensIn: sql<number>`coalesce(sum(${modelCall.tokensIn}), 0)::int`,
      tokensOut: sql<number>`coalesce(sum(${modelCall.tokensOut}), 0)::int`,
    })
    .from(modelCall)
    .where(sql`${modelCall.day} = ${day}`)
    .groupBy(modelCall.kind);
  const reported = rows.reduce((sum, { tokensIn, tokensOut }) => sum + tokensIn + tokensOut, 0);
  const unreported = Math.max(0, (await readTokensUsedToday(query, now)) - reported);
  const highest = Math.max(prices.text.input, prices.text.output, prices.review.input, prices.review.output);
  const costs = rows
    .filter(({ kind }) => kind !== 'image')
    .map((row) => priceTokens(row.kind === 'review' ? prices.review : prices.text, row).amount);
  const { currency } = prices.text;
  return { amount: costs.reduce((sum, cost) => sum + cost, (unreported * highest) / million), currency };
}

function toUtcDay(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(0, 10);
}

export interface ModelDeps {
  /** The current one: owners can change the provider while the server runs. */
  model(): LanguageModel;
  provider(): AiProvider;
  meter: WithTokenBudget;
}

/** A token has at least three bytes in all ten languages, so `bytes / 3` is an upper bound. */
export async function callTextModel<T>(
  { meter, provider, model }: ModelDeps,
  kind: string,
  prompt: Prompt,
  generate: (model: LanguageModel) => Promise<ModelOutcome<T>>,
  onCharge?: (charge: Omit<TokenCharge, 'cost'>) => void,
): Promise<Result<T, ModelError>> {
  const { textModel } = provider();
  if (textModel === null) return fail({ code: 'model.unconfigured' });
  const textTokens = Math.ceil(Buffer.byteLength(prompt.instructions + prompt.data) / 3);
  const maxTokensIn = textTokens + (prompt.image ? imageInputTokens : 0);
  const { maxOutputTokens } = defaultModelLimits;
  const call: BudgetedCall = { kind, model: textModel, tokens: maxTokensIn + maxOutputTokens };
  if (onCharge)
    call.onCharge = (usage, unmeteredAttempts) =>
      onCharge({
        tokensIn: (usage?.tokensIn ?? 0) + unmeteredAttempts * maxTokensIn,
        tokensOut: (usage?.tokensOut ?? 0) + unmeteredAttempts * maxOutputTokens,
        isEstimate: unmeteredAttempts > 0,
      });
  return meter(call, () => generate(model()));
}

export async function callImageModel(
  { meter, provider, model }: ModelDeps,
  prompt: string,
  signal: AbortSignal,
): Promise<Result<Uint8Array, ModelError>> {
  const { imageModel } = provider();
  if (imageModel === null) return fail({ code: 'model.unconfigured' });
  const tokens = Math.ceil(Buffer.byteLength(prompt) / 3) + imageTokens;
  return meter({ kind: 'image', model: imageModel, tokens }, () => model().generateImage(prompt, signal));
}

const million = 1_000_000;

export function priceTokens(
  prices: ModelPrices,
  { tokensIn, tokensOut }: Pick<TokenCharge, 'tokensIn' | 'tokensOut'>,
): Money {
  const amount = (tokensIn * prices.input + tokensOut * prices.output) / million;
  return { amount, currency: prices.currency };
}
