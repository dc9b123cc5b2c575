import type { TranslationBlock } from './translation-block.ts';

/** Blocks in groups of so many bytes of text at most; one that is longer stands alone. */
export function batchBlocks<B extends TranslationBlock>(blocks: readonly B[], bytesMax: number): B[][] {
  const batches: B[][] = [];
  let bytes = 0;
  for (const block of blocks) {
    const own = Buffer.byteLength(block.text) + Buffer.byteLength(block.keep.join(''));
    const last = batches.at(-1);
    if (last && bytes + own <= bytesMax) {
      last.push(block);
      bytes += own;
    } else {
      batches.push([block]);
      bytes = own;
    }
  }
  return batches;
}
