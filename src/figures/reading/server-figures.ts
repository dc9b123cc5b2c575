import { gte, sql } from 'drizzle-orm';
import type { CallPrices } from '#ai/text-contract.ts';
import { priceTokens } from '#ai/token-budget.ts';
import type { Queries } from '#database/database.ts';
import { figureDay, modelCall } from '#database/schema.ts';
import type { DownloadKind } from '#media/contract.ts';
import { type ExtractionErrorCode, extractionErrorCodes } from '#threads/contract.ts';
import { downloadKinds, type FigureRange, type ModelFigures, type ServerFigures } from '../contract.ts';
import { listUtcDays } from '../utc-days.ts';

interface ReadOptions {
  range: FigureRange;
  now: number;
  prices: CallPrices | null;
}

export async function readServerFigures(
  queries: Queries,
  { range, now, prices }: ReadOptions,
): Promise<ServerFigures> {
  const days = listUtcDays(range, now);
  const since = days[0] ?? '';
  const counts = await queries.select().from(figureDay).where(gte(figureDay.day, since));
  const isImage = sql<boolean>`${modelCall.kind} = 'image'`;
  const isReview = sql<boolean>`${modelCall.kind} = 'review'`;
  const calls = await queries
    .select({
      day: modelCall.day,
      model: modelCall.model,
      isImage,
      isReview,
      calls: sql<number>`count(*)::float8`,
      failed: sql<number>`(count(*) filter (where ${modelCall.outcome} <> 'ok'))::float8`,
      tokensIn: sql<number>`coalesce(sum(${modelCall.tokensIn}), 0)::float8`,
      tokensOut: sql<number>`coalesce(sum(${modelCall.tokensOut}), 0)::float8`,
    })
    .from(modelCall)
    .where(gte(modelCall.day, since))
    .groupBy(modelCall.day, modelCall.model, isImage, isReview);

  const byKey = new Map(counts.map((row) => [`${row.day} ${row.kind} ${row.name}`, row.count]));
  const countOf = (day: string, kind: string, name: string) => byKey.get(`${day} ${kind} ${name}`) ?? 0;
  const outcomes = [null, ...extractionErrorCodes].map((code: ExtractionErrorCode | null) => ({
    code,
    count: days.reduce((sum, day) => sum + countOf(day, 'extraction', code ?? 'ok'), 0),
  }));
  return {
    downloads: days.map((day) => {
      const kinds = downloadKinds.map((kind) => [kind, countOf(day, 'download', kind)]);
      return { day, ...(Object.fromEntries(kinds) as Record<DownloadKind, number>) };
    }),
    extractions: days.map((day) => ({
      day,
      ok: countOf(day, 'extraction', 'ok'),
      failed: extractionErrorCodes.reduce((sum, code) => sum + countOf(day, 'extraction', code), 0),
    })),
    outcomes: outcomes.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count),
    tokens: days.map((day) => {
      const ofDay = calls.filter((row) => row.day === day);
      return {
        day,
        tokensIn: ofDay.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
        tokensOut: ofDay.reduce((sum, { tokensOut }) => sum + tokensOut, 0),
      };
    }),
    models: sumByModel(calls, prices),
  };
}

function sumByModel(
  calls: readonly (Omit<ModelFigures, 'cost'> & { isReview: boolean })[],
  prices: CallPrices | null,
): ModelFigures[] {
  const models = new Map<string, ModelFigures>();
  for (const { model, isImage, isReview, ...row } of calls) {
    const key = `${isImage} ${model}`;
    const sum = models.get(key);
    const cost = prices && !isImage ? priceTokens(isReview ? prices.review : prices.text, row) : null;
    models.set(key, {
      model,
      isImage,
      calls: row.calls + (sum?.calls ?? 0),
      failed: row.failed + (sum?.failed ?? 0),
      tokensIn: row.tokensIn + (sum?.tokensIn ?? 0),
      tokensOut: row.tokensOut + (sum?.tokensOut ?? 0),
      cost: cost && { ...cost, amount: cost.amount + (sum?.cost?.amount ?? 0) },
    });
  }
  return [...models.values()].sort((a, b) => b.tokensIn + b.tokensOut - a.tokensIn - a.tokensOut);
}
