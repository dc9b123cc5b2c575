import type { Locale } from '#i18n/locales.ts';
import {
  type BlockAssessment,
  type DoubtKind,
  type LanguageScore,
  reviewScore,
  type ScorePolicy,
} from '../assessment-contract.ts';
import type { AssessmentLookup, TranslatedText } from './assessment-queries.ts';

/** Readers learn something else, less or more, whatever the score. */
const meaningKinds: readonly DoubtKind[] = ['meaning', 'omission', 'addition', 'refusal', 'language'];

/** Misses what the owner demands, so it's neither published by itself nor remembered. */
export function isHeld(
  assessment: BlockAssessment | undefined,
  { threshold, requiresModel }: ScorePolicy,
): boolean {
  if (assessment?.isAccepted) return false;
  return (requiresModel && !assessment?.model) || isBelow(assessment, threshold);
}

/** What readers see already waits for no reading. */
export const toPublicPolicy = (policy: ScorePolicy): ScorePolicy => ({ ...policy, requiresModel: false });

/** A person should look at it. */
export function isDoubtful(assessment: BlockAssessment | undefined, policy: ScorePolicy): boolean {
  if (assessment?.isAccepted) return false;
  const isAboutMeaning = assessment?.doubts.some(({ kind }) => meaningKinds.includes(kind)) ?? false;
  return isHeld(assessment, policy) || isBelow(assessment, reviewScore) || isAboutMeaning;
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
  { hasSecondReader, ...policy }: ScorePolicy & { hasSecondReader: boolean },
): LanguageScore {
  const found = blocks.map((block) => assessments.get(block));
  const scores = found.flatMap((assessment) => (assessment ? (getScore(assessment) ?? []) : []));
  return {
    locale,
    score: scores.length > 0 ? Math.min(...scores) : null,
    blocks: blocks.length,
    unread: hasSecondReader
      ? found.filter((assessment) => !assessment?.isAccepted && !assessment?.model).length
      : 0,
    doubtful: found.filter((assessment) => isDoubtful(assessment, policy)).length,
  };
}
