import type { ModelDeps } from '#ai/token-budget.ts';
import type { Queries } from '#database/database.ts';
import {
  type BlockAssessment,
  type BlockDoubt,
  ruleDoubtScore,
  type ScorePolicy,
} from '../assessment-contract.ts';
import { readAssessments, saveAssessments } from './assessment-queries.ts';
import { batchTranslations, type ModelReading, readBatch } from './read-blocks.ts';
import type { ReadingRequest, TranslatedBlock } from './reading-prompt.ts';
import { findDoubts } from './rules/find-doubts.ts';
import { isHeld } from './score-language.ts';

interface AssessorDeps {
  query: Queries;
  /** The second model. Without a text model, only rules read. */
  secondReader: ModelDeps & { random: () => number };
  now(): number;
}

interface AssessorOptions extends ReadingRequest {
  policy: ScorePolicy;
  signal: AbortSignal;
  /** A call failed. The following ones may be left out. */
  onFailure?(): void;
}

/** Calls the model no more after it has failed this often. */
const maxFailures = 2;

/** A block that the policy holds; `isUnread`: only because the model hasn't read it. */
interface HeldBlock {
  id: string;
  isUnread: boolean;
}

/** Reads the translations that have no assessment yet, and returns those that the policy holds. */
export function createAssessor(
  { query, secondReader, now }: AssessorDeps,
  { policy, signal, onFailure, ...request }: AssessorOptions,
): (translations: readonly TranslatedBlock[]) => Promise<HeldBlock[]> {
  const { from, to } = request;
  let failures = 0;

  async function readWithModel(batch: readonly TranslatedBlock[]): Promise<Map<string, ModelReading>> {
    if (secondReader.provider().textModel === null || failures >= maxFailures) return new Map();
    const readings = await readBatch(secondReader, batch, request, signal);
    if (readings.ok) return readings.value;
    onFailure?.();
    const isAboutTexts = ['model.malformed', 'model.refused'].includes(readings.error.code);
    failures += isAboutTexts ? 1 : maxFailures;
    return new Map();
  }

  return async (translations) => {
    const { textModel } = secondReader.provider();
    const blocks = translations.map((translation) => ({ ...translation, hash: translation.block.hash }));
    const stored = await readAssessments(query, blocks, { from, to });
    const unread = blocks.filter((block) => {
      const assessment = stored.get(block);
      return !assessment || (textModel !== null && assessment.model === null && !assessment.isAccepted);
    });
    // So that a retry knows that this run has them.
    const known = blocks.flatMap((block) => {
      const assessment = stored.get(block);
      return assessment && !unread.includes(block) && isHeld(assessment, policy)
        ? [{ ...block, assessment }]
        : [];
    });
    await saveAssessments(query, known, { from, to }, new Date(now()));
    const unique = new Map(unread.map((block) => [`${block.hash}/${block.text}`, block]));
    for (const batch of batchTranslations([...unique.values()])) {
      const readings = await readWithModel(batch);
      if (signal.aborted) return [];
      const fresh = batch.map((block) => {
        const assessment = combine(block, readings.get(block.block.id), textModel, request);
        return { ...block, assessment };
      });
      await saveAssessments(query, fresh, { from, to }, new Date(now()));
    }
    const assessments = await readAssessments(query, blocks, { from, to });
    return blocks.flatMap((block) => {
      const assessment = assessments.get(block);
      const isUnread = !isHeld(assessment, { ...policy, requiresModel: false });
      return isHeld(assessment, policy) ? [{ id: block.block.id, isUnread }] : [];
    });
  };
}

/** null without a doubt of a rule and without a reading. A refusal is worth nothing, whoever finds it. */
export function scoreBlock(
  ruleDoubts: readonly BlockDoubt[],
  reading: Pick<ModelReading, 'score' | 'doubts'> | undefined,
): number | null {
  const readDoubts = reading?.doubts ?? [];
  const isRefusal = [...ruleDoubts, ...readDoubts].some(({ kind }) => kind === 'refusal');
  const isWrongLanguage = readDoubts.some(({ kind }) => kind === 'language');
  const scores = [
    ...(ruleDoubts.length > 0 ? [ruleDoubtScore] : []),
    ...(isRefusal || isWrongLanguage ? [0] : []),
    ...(reading ? [reading.score] : []),
  ];
  return scores.length > 0 ? Math.min(...scores) : null;
}

/** A doubt of a rule stands, whatever the model says. */
function combine(
  { block, text }: TranslatedBlock,
  reading: ModelReading | undefined,
  model: string | null,
  locales: Pick<ReadingRequest, 'from' | 'to'>,
): Omit<BlockAssessment, 'isAccepted'> {
  const doubts = findDoubts(block, text, locales);
  return {
    score: scoreBlock(doubts, reading),
    doubts: [...doubts, ...(reading?.doubts ?? [])],
    proposal: reading?.proposal ?? null,
    model: reading ? model : null,
  };
}
