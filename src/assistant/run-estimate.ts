import { batchBlocks } from './batch-blocks.ts';
import type { TranslationBlock } from './translation-block.ts';

/** Of instructions, fence and context of one call, about. */
const tokensOfCall = 500;
/** Ids and marks of JSON around a block, in question and answer. */
const tokensOfBlock = 30;
/** What comes back is somewhat longer than what goes out, and in some scripts more tokens. */
const answerFactor = 1.6;
const bytesOfCall = 4500;

/** Tokens that these blocks will take in one language, about; equal ones are asked for once. */
export function estimateTokens(blocks: readonly TranslationBlock[]): number {
  const unlike = [...new Map(blocks.map((block) => [block.hash, block])).values()];
  const bytes = unlike.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const calls = batchBlocks(unlike, bytesOfCall).length;
  return Math.ceil(calls * tokensOfCall + unlike.length * tokensOfBlock + (bytes / 3.5) * (1 + answerFactor));
}
