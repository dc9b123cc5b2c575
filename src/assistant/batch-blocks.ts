import type { TranslationBlock } from './translation-block.ts';

/** Groups blocks up to `bytesMax` of text. A longer block gets its own batch. */
export function batchBlocks<B extends TranslationBlock>(blocks: readonly B[], bytesMax: number): B[][] {
  const batches: B[][] = [];
  let bytes = 0;
  for (const block of blocks) {
    const blockBytes = Buffer.byteLength(block.text) + Buffer.byteLength(block.keep.join(''));
    const last = batches.at(-1);
    if (last && bytes + blockBytes <= bytesMax) {
      last.push(block);
      bytes += blockBytes;
    } else {
      batches.push([block]);
      bytes = blockBytes;
    }
  }
  return batches;
}
