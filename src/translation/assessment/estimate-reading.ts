import type { TokenCharge } from '#ai/text-contract.ts';
import type { Queries } from '#database/database.ts';
import type { Locale } from '#i18n/locales.ts';
import type { TranslationBlock } from '../blocks/block.ts';
import type { PromptStyle } from '../glossary.ts';
import { estimateReadingTokens } from '../runs/estimate-tokens.ts';
import { readAssessments } from './assessment-queries.ts';

interface ReadingEstimateInput {
  blocks: readonly TranslationBlock[];
  /** By block hash. */
  memory: ReadonlyMap<string, { text: string; origin: 'machine' | 'human' }>;
  from: Locale;
  to: Locale;
  promptStyle: PromptStyle;
  contextBlocks: readonly TranslationBlock[];
}

/** Of the second model, which reads both texts of each block that it hasn't read. */
export async function estimateReading(
  queries: Queries,
  { blocks, memory, ...request }: ReadingEstimateInput,
): Promise<Pick<TokenCharge, 'tokensIn' | 'tokensOut'>> {
  const remembered = [...memory].flatMap(([hash, { text, origin }]) =>
    origin === 'machine' ? [{ hash, text }] : [],
  );
  const assessments = await readAssessments(queries, remembered, request);
  const isRead = new Set(remembered.filter((block) => assessments.get(block)?.model).map(({ hash }) => hash));
  const unread = blocks.filter(({ hash }) => memory.get(hash)?.origin !== 'human' && !isRead.has(hash));
  return estimateReadingTokens(unread, request);
}
