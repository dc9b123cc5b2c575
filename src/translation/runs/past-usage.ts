import { and, desc, eq, inArray, notExists, or, sql } from 'drizzle-orm';
import type { TokenCharge } from '#ai/text-contract.ts';
import type { Queries } from '#database/database.ts';
import { modelCall, translationRun, translationTask } from '#database/schema.ts';

type Tokens = Pick<TokenCharge, 'tokensIn' | 'tokensOut'>;

const maxRuns = 10;
/** A shorter text says little: a single retry would double it. */
const minTextTokens = 1000;
/** Below 1, blocks that weren't requested would make the next estimate too low. */
const factorLimits = { min: 1, max: 20 };

/**
 * How much more this model has used than `estimateTokens` expects of the text: for reasoning, for retries, and because
 * its tokenizer counts more. 1 without runs that went through to the end and whose provider reported every call.
 */
export async function readUsageFactors(queries: Queries, model: string | null): Promise<Tokens> {
  const isUntypical = queries
    .select({ runId: translationTask.runId })
    .from(translationTask)
    .where(
      and(
        eq(translationTask.runId, translationRun.id),
        or(
          inArray(translationTask.status, ['fallback', 'failed', 'cancelled']),
          eq(translationTask.code, 'translation.human'),
        ),
      ),
    );
  const runs = await queries
    .select({
      textTokensIn: sql<number>`coalesce(${translationRun.textTokensIn}, 0)`,
      textTokensOut: sql<number>`coalesce(${translationRun.textTokensOut}, 0)`,
      tokensIn: sql<number>`sum(${modelCall.tokensIn})::int`,
      tokensOut: sql<number>`sum(${modelCall.tokensOut})::int`,
    })
    .from(translationRun)
    .innerJoin(modelCall, and(eq(modelCall.runId, translationRun.id), eq(modelCall.kind, 'translate')))
    .where(
      and(
        inArray(translationRun.status, ['done', 'done_with_errors']),
        sql`${translationRun.textTokensIn} > 0`,
        notExists(isUntypical),
      ),
    )
    .groupBy(translationRun.id)
    .having(sql`bool_and(${modelCall.model} = ${model} and ${modelCall.tokensIn} is not null)`)
    .orderBy(desc(translationRun.createdAt))
    .limit(maxRuns);
  const sum = (name: keyof (typeof runs)[number]) => runs.reduce((total, run) => total + run[name], 0);
  if (sum('textTokensIn') + sum('textTokensOut') < minTextTokens) return { tokensIn: 1, tokensOut: 1 };
  return {
    tokensIn: limitFactor(sum('tokensIn') / sum('textTokensIn')),
    tokensOut: limitFactor(sum('tokensOut') / sum('textTokensOut')),
  };
}

function limitFactor(factor: number): number {
  return Math.min(Math.max(factor, factorLimits.min), factorLimits.max);
}
