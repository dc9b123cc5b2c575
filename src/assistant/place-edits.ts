import { type HumanEdit, isOfContent, type WrittenBlock } from './human-edits.ts';
import type { TranslationBlock } from './translation-block.ts';

/**
 * Which blocks of the new source stand where an edited one stood: the same, or between the same neighbours as many as
 * there were. By their ids; null: an edited block has no place any more.
 */
export function placeEdits(
  written: readonly WrittenBlock[],
  blocks: readonly TranslationBlock[],
  edits: readonly HumanEdit[],
): Map<string, HumanEdit> | null {
  const placed = new Map<string, HumanEdit>();
  for (const edit of edits) {
    const old = written[edit.place];
    const id = old ? (sameAs(old, written, blocks) ?? successorOf(old, written, blocks)) : null;
    if (id === null) return null;
    placed.set(id, edit);
  }
  return placed;
}

/** Of several with the same words the one that comes as late as it did. */
function sameAs(
  old: WrittenBlock,
  written: readonly WrittenBlock[],
  blocks: readonly TranslationBlock[],
): string | null {
  const equal = blocks.filter(
    ({ hash, id }) => hash === old.hash && isOfContent({ id }) === isOfContent(old),
  );
  const earlier = written.filter(({ hash }) => hash === old.hash).filter(isOfContent);
  const own = equal.find(({ id }) => id === old.id && !isOfContent(old));
  return (own ?? equal[Math.max(0, earlier.indexOf(old))] ?? equal.at(-1))?.id ?? null;
}

function successorOf(
  old: WrittenBlock,
  written: readonly WrittenBlock[],
  blocks: readonly TranslationBlock[],
): string | null {
  if (!isOfContent(old)) return blocks.find(({ id }) => id === old.id)?.id ?? null;
  const hashes = new Set(blocks.map(({ hash }) => hash));
  const at = written.indexOf(old);
  const [from, to] = [
    anchor(written, at, -1, ({ hash }) => hashes.has(hash)),
    anchor(written, at, 1, ({ hash }) => hashes.has(hash)),
  ];
  const first =
    from === null ? blocks.findIndex(({ id }) => id === 'b1') : placeOf(blocks, written[from]) + 1;
  const last = to === null ? blocks.length : placeOf(blocks, written[to]);
  const begin = from === null ? written.findIndex(({ id }) => id === 'b1') : from + 1;
  const end = to ?? written.length;
  if (first < 0 || last - first !== end - begin) return null;
  return blocks[first + (at - begin)]?.id ?? null;
}

function anchor(
  written: readonly WrittenBlock[],
  at: number,
  step: 1 | -1,
  isKnown: (block: WrittenBlock) => boolean,
): number | null {
  for (let place = at + step; place >= 0 && place < written.length; place += step) {
    const block = written[place];
    if (block && isOfContent(block) && isKnown(block)) return place;
  }
  return null;
}

function placeOf(blocks: readonly TranslationBlock[], old: WrittenBlock | undefined): number {
  return blocks.findIndex(({ hash, id }) => hash === old?.hash && isOfContent({ id }));
}
