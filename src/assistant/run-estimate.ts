import { batchBlocks } from './batch-blocks.ts';
import type { TranslationBlock } from './translation-block.ts';

const tokensPerCall = 500;
const tokensPerBlock = 30;
/** Translations are longer, and some scripts need more tokens. */
const outputFactor = 1.6;
const bytesPerCall = 4500;

/** Approximate, for one language. Equal blocks are requested once. */
export function estimateTokens(blocks: readonly TranslationBlock[]): number {
  const unique = [...new Map(blocks.map((block) => [block.hash, block])).values()];
  const bytes = unique.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const calls = batchBlocks(unique, bytesPerCall).length;
  return Math.ceil(
    calls * tokensPerCall + unique.length * tokensPerBlock + (bytes / 3.5) * (1 + outputFactor),
  );
}
