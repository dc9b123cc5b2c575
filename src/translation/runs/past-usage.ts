import { and, desc, eq, gt, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import type { TokenCharge } from '#ai/text-contract.ts';
import type { Queries } from '#database/database.ts';
import { modelCall, translationRun, translationTask } from '#database/schema.ts';

type Tokens = Pick<TokenCharge, 'tokensIn' | 'tokensOut'>;

const maxRuns = 10;
/** A shorter text says little: a single retry would double it. */
const minTextTokens = 1000;
/** A tokenizer may count less. Far below 1, blocks that weren't requested would make the next estimate too low. */
const factorLimits = { min: 0.5, max: 20 };

/** What a run expects of the text alone, by the kind of its calls. */
const expected = {
  translate: { tokensIn: translationRun.textTokensIn, tokensOut: translationRun.textTokensOut },
  review: { tokensIn: translationRun.readingTokensIn, tokensOut: translationRun.readingTokensOut },
} as const;

/**
 * How much more this model has used than `estimateTokens` or `estimateReadingTokens` expects of the text: for reasoning,
 * for retries, and because its tokenizer counts more. 1 without runs that went through to the end and whose provider
 * reported every call.
 */
export async function readUsageFactors(
  queries: Queries,
  kind: keyof typeof expected,
  model: string | null,
): Promise<Tokens> {
  const { tokensIn, tokensOut } = expected[kind];
  const isUntypical = queries
    .select({ runId: translationTask.runId })
    .from(translationTask)
    .where(
      and(
        eq(translationTask.runId, translationRun.id),
        or(
          inArray(translationTask.status, ['fallback', 'failed', 'cancelled']),
          // Earlier versions expected tokens for them.
          and(eq(translationTask.code, 'translation.human'), isNull(translationRun.readingTokensIn)),
        ),
      ),
    );
  const runs = await queries
    .select({
      expectedIn: sql<number>`coalesce(${tokensIn}, 0)`,
      expectedOut: sql<number>`coalesce(${tokensOut}, 0)`,
      tokensIn: sql<number>`sum(${modelCall.tokensIn})::int`,
      tokensOut: sql<number>`sum(${modelCall.tokensOut})::int`,
    })
    .from(translationRun)
    .innerJoin(modelCall, and(eq(modelCall.runId, translationRun.id), eq(modelCall.kind, kind)))
    .where(
      and(
        inArray(translationRun.status, ['done', 'done_with_errors']),
        gt(tokensIn, 0),
        notExists(isUntypical),
      ),
    )
    .groupBy(translationRun.id)
    .having(sql`bool_and(${modelCall.model} = ${model} and ${modelCall.tokensIn} is not null)`)
    .orderBy(desc(translationRun.createdAt))
    .limit(maxRuns);
  const sum = (name: keyof (typeof runs)[number]) => runs.reduce((total, run) => total + run[name], 0);
  if (sum('expectedIn') + sum('expectedOut') < minTextTokens) return { tokensIn: 1, tokensOut: 1 };
  return {
    tokensIn: limitFactor(sum('tokensIn') / sum('expectedIn')),
    tokensOut: limitFactor(sum('tokensOut') / sum('expectedOut')),
  };
}

function limitFactor(factor: number): number {
  return Math.min(Math.max(factor, factorLimits.min), factorLimits.max);
}
