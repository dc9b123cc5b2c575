import type { TranslationBlock } from '../blocks/block.ts';
import { type HumanEdit, isContentBlock, type OutputBlock } from './human-edits.ts';

/** The same block, or the one between the same neighbors. null if an edit has no match. */
export function matchEdits(
  written: readonly OutputBlock[],
  blocks: readonly TranslationBlock[],
  edits: readonly HumanEdit[],
): Map<string, HumanEdit> | null {
  const editsByBlock = new Map<string, HumanEdit>();
  for (const edit of edits) {
    const old = written[edit.index];
    const id = old ? (findEqualBlock(old, written, blocks) ?? findSuccessor(old, written, blocks)) : null;
    if (id === null) return null;
    editsByBlock.set(id, edit);
  }
  return editsByBlock;
}

function findEqualBlock(
  old: OutputBlock,
  written: readonly OutputBlock[],
  blocks: readonly TranslationBlock[],
): string | null {
  const equal = blocks.filter(
    ({ hash, id }) => hash === old.hash && isContentBlock({ id }) === isContentBlock(old),
  );
  const earlier = written.filter(({ hash }) => hash === old.hash).filter(isContentBlock);
  const sameField = equal.find(({ id }) => id === old.id && !isContentBlock(old));
  return (sameField ?? equal[Math.max(0, earlier.indexOf(old))] ?? equal.at(-1))?.id ?? null;
}

function findSuccessor(
  old: OutputBlock,
  written: readonly OutputBlock[],
  blocks: readonly TranslationBlock[],
): string | null {
  if (!isContentBlock(old)) return blocks.find(({ id }) => id === old.id)?.id ?? null;
  const hashes = new Set(blocks.map(({ hash }) => hash));
  const at = written.indexOf(old);
  const [from, to] = [
    findAnchor(written, at, -1, ({ hash }) => hashes.has(hash)),
    findAnchor(written, at, 1, ({ hash }) => hashes.has(hash)),
  ];
  const first =
    from === null ? blocks.findIndex(({ id }) => id === 'b1') : findBlockIndex(blocks, written[from]) + 1;
  const last = to === null ? blocks.length : findBlockIndex(blocks, written[to]);
  const start = from === null ? written.findIndex(({ id }) => id === 'b1') : from + 1;
  const end = to ?? written.length;
  if (first < 0 || last - first !== end - start) return null;
  return blocks[first + (at - start)]?.id ?? null;
}

function findAnchor(
  written: readonly OutputBlock[],
  at: number,
  step: 1 | -1,
  isKnown: (block: OutputBlock) => boolean,
): number | null {
  for (let index = at + step; index >= 0 && index < written.length; index += step) {
    const block = written[index];
    if (block && isContentBlock(block) && isKnown(block)) return index;
  }
  return null;
}

function findBlockIndex(blocks: readonly TranslationBlock[], old: OutputBlock | undefined): number {
  return blocks.findIndex(({ hash, id }) => hash === old?.hash && isContentBlock({ id }));
}
