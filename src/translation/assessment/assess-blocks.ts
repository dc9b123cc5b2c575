import type { Queries } from '#database/database.ts';
import type { Locale } from '#i18n/locales.ts';
import { type BlockAssessment, ruleDoubtScore } from '../assessment-contract.ts';
import type { TranslationBlock } from '../blocks/block.ts';
import { readAssessments, saveAssessments } from './assessment-queries.ts';
import { findDoubts } from './rules/find-doubts.ts';
import { isDoubtful } from './score-language.ts';

interface AssessOptions {
  from: Locale;
  to: Locale;
  threshold: number;
  now(): number;
}

/** Reads the translations that have no assessment yet. Returns the ids of the doubtful ones. */
export async function assessBlocks(
  queries: Queries,
  translations: readonly { block: TranslationBlock; text: string }[],
  { from, to, threshold, now }: AssessOptions,
): Promise<string[]> {
  const blocks = translations.map(({ block, text }) => ({ block, hash: block.hash, text }));
  const stored = await readAssessments(queries, blocks, { from, to });
  const fresh = blocks
    .filter((block) => !stored.get(block))
    .map((translation) => ({ ...translation, assessment: assessByRules(translation, { from, to }) }));
  await saveAssessments(queries, fresh, { from, to }, new Date(now()));
  const assessments = await readAssessments(queries, blocks, { from, to });
  return blocks.flatMap((block) => (isDoubtful(assessments.get(block), threshold) ? [block.block.id] : []));
}

function assessByRules(
  { block, text }: { block: TranslationBlock; text: string },
  locales: { from: Locale; to: Locale },
): Omit<BlockAssessment, 'isAccepted'> {
  const doubts = findDoubts(block, text, locales);
  return { score: doubts.length > 0 ? ruleDoubtScore : null, doubts, proposal: null, model: null };
}
