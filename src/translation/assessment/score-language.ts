import type { Locale } from '#i18n/locales.ts';
import type { BlockAssessment, LanguageScore } from '../assessment-contract.ts';
import type { AssessmentLookup, TranslatedText } from './assessment-queries.ts';

/** Below the threshold, and no person has accepted it. */
export function isDoubtful(assessment: BlockAssessment | undefined, threshold: number): boolean {
  const score = assessment && getScore(assessment);
  return score !== undefined && score !== null && score < threshold;
}

function getScore({ score, isAccepted }: BlockAssessment): number | null {
  return isAccepted ? 100 : score;
}

/** `blocks`: those that a machine wrote and no person has edited. */
export function scoreLanguage(
  locale: Locale,
  blocks: readonly TranslatedText[],
  assessments: AssessmentLookup,
  threshold: number,
): LanguageScore {
  const found = blocks.map((block) => assessments.get(block));
  const scores = found.flatMap((assessment) => (assessment ? (getScore(assessment) ?? []) : []));
  return {
    locale,
    score: scores.length > 0 ? Math.min(...scores) : null,
    blocks: blocks.length,
    scored: scores.length,
    doubtful: found.filter((assessment) => isDoubtful(assessment, threshold)).length,
  };
}
