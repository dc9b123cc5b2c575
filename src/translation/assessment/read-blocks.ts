import { plainBlockText } from '#ai/block-text-contract.ts';
import type { ModelError, Prompt } from '#ai/contract.ts';
import { leaksPrompt } from '#ai/prompt.ts';
import { callTextModel, type ModelDeps } from '#ai/token-budget.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { BlockAssessment, BlockDoubt, TextSpan } from '../assessment-contract.ts';
import { checkBlock } from '../blocks/check-block.ts';
import { normalizeTranslation } from '../blocks/translate-blocks.ts';
import {
  buildReadingPrompt,
  parseReadings,
  type Reading,
  type ReadingRequest,
  type TranslatedBlock,
} from './reading-prompt.ts';
import { findDoubts } from './rules/find-doubts.ts';

/** Of both texts of a call. */
export const readingBatchBytes = 6000;

export type ModelReading = Pick<BlockAssessment, 'doubts' | 'proposal'> & { score: number };

/** One call. By block id; blocks without a usable answer are missing. */
export async function readBatch(
  deps: ModelDeps & { random: () => number },
  batch: readonly TranslatedBlock[],
  request: ReadingRequest,
  signal: AbortSignal,
): Promise<Result<Map<string, ModelReading>, ModelError>> {
  if (signal.aborted) return fail({ code: 'model.cancelled' });
  const prompt = buildReadingPrompt(batch, request, deps.random);
  const answer = await callTextModel(deps, 'review', prompt, (model) =>
    model.generateJson(prompt, signal, parseReadings, { isLong: true, readsStrings: false }),
  );
  if (!answer.ok) return answer;
  return ok(
    new Map(
      batch.flatMap((translation) => {
        const { id } = translation.block;
        const reading = answer.value.get(id);
        return reading ? [[id, toModelReading(translation, reading, request, prompt)]] : [];
      }),
    ),
  );
}

export function batchTranslations<T extends TranslatedBlock>(translations: readonly T[]): T[][] {
  const batches: T[][] = [];
  let bytes = 0;
  for (const translation of translations) {
    const size = Buffer.byteLength(translation.block.text) + Buffer.byteLength(translation.text);
    const last = batches.at(-1);
    if (last && bytes + size <= readingBatchBytes) {
      last.push(translation);
      bytes += size;
    } else {
      batches.push([translation]);
      bytes = size;
    }
  }
  return batches;
}

function toModelReading(
  { block, text }: TranslatedBlock,
  { score, faults, better }: Reading,
  request: ReadingRequest,
  prompt: Prompt,
): ModelReading {
  const [source, translation] = [plainBlockText(block.text), plainBlockText(text)];
  const doubts = faults.map(
    (fault): BlockDoubt => ({
      kind: fault.kind,
      source: findSpan(source, fault.source),
      translation: findSpan(translation, fault.translation),
      found_by: 'model',
    }),
  );
  return {
    score,
    doubts,
    proposal: better === null ? null : toProposal(block, text, better, request, prompt),
  };
}

/** The first occurrence of quoted words. */
function findSpan(text: string, quoted: string | null | undefined): TextSpan | null {
  const words = plainBlockText(quoted ?? '').trim();
  const start = words === '' ? -1 : text.indexOf(words);
  return start < 0 ? null : { start, end: start + words.length };
}

/** null unless it passes what a translation must pass. */
function toProposal(
  block: TranslatedBlock['block'],
  text: string,
  better: string,
  { from, to, glossary }: ReadingRequest,
  prompt: Prompt,
): string | null {
  const proposal = normalizeTranslation(better, block.text);
  if (proposal === text || checkBlock(block, proposal, { from, to, glossary }) !== null) return null;
  if (leaksPrompt(plainBlockText(proposal), prompt)) return null;
  return findDoubts(block, proposal, { from, to }).length === 0 ? proposal : null;
}
