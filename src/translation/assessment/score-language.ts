import type { Locale } from '#i18n/locales.ts';
import type { BlockAssessment, LanguageScore, ScorePolicy } from '../assessment-contract.ts';
import type { AssessmentLookup, TranslatedText } from './assessment-queries.ts';

/** A lower score is worth a look, also if the owner demands none. */
const lookScore = 80;

/** Misses what the owner demands, so it's neither published by itself nor remembered. */
export function isHeld(
  assessment: BlockAssessment | undefined,
  { threshold, requiresModel }: ScorePolicy,
): boolean {
  if (assessment?.isAccepted) return false;
  return (requiresModel && !assessment?.model) || isBelow(assessment, threshold);
}

/** A person should look at it. */
export function isDoubtful(assessment: BlockAssessment | undefined, policy: ScorePolicy): boolean {
  if (assessment?.isAccepted) return false;
  return isHeld(assessment, policy) || isBelow(assessment, lookScore);
}

function isBelow(assessment: BlockAssessment | undefined, score: number): boolean {
  return typeof assessment?.score === 'number' && assessment.score < score;
}

function getScore({ score, isAccepted }: BlockAssessment): number | null {
  return isAccepted ? 100 : score;
}

/** `blocks`: those that a machine wrote and no person has edited. */
export function scoreLanguage(
  locale: Locale,
  blocks: readonly TranslatedText[],
  assessments: AssessmentLookup,
  policy: ScorePolicy,
): LanguageScore {
  const found = blocks.map((block) => assessments.get(block));
  const scores = found.flatMap((assessment) => (assessment ? (getScore(assessment) ?? []) : []));
  return {
    locale,
    score: scores.length > 0 ? Math.min(...scores) : null,
    blocks: blocks.length,
    scored: scores.length,
    doubtful: found.filter((assessment) => isDoubtful(assessment, policy)).length,
  };
}
