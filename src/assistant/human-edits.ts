import type { TranslationFields } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { hasTagsOf } from './block-tags.ts';
import { type RunText, takeApart } from './run-source.ts';
import type { TranslationBlock } from './translation-block.ts';

/** What a run wrote of a block: `hash` is the source's, `text` has the source's numbers of tags. */
export interface WrittenBlock {
  id: string;
  hash: string;
  text: string;
}

export interface Written {
  fields: TranslationFields;
  blocks: readonly WrittenBlock[];
}

/**
 * What a person has changed in a translation since a run wrote it: some blocks, by the hash of their source, or so much
 * of the text that its blocks are not told any more (`whole`).
 */
export type HumanEdits = { kind: 'blocks'; edits: Map<string, string> } | { kind: 'whole' };

export function findHumanEdits(written: Written, current: TranslationFields, to: Locale): HumanEdits {
  const before = takeApart(written.fields, to);
  const after = takeApart(current, to);
  const edits = new Map<string, string>();
  for (const block of after.blocks.filter(({ id }) => !isOfContent(after, id))) {
    const same = before.blocks.find(({ id }) => id === block.id);
    const own = written.blocks.find(({ id }) => id === block.id);
    if (same?.text === block.text) continue;
    if (own) edits.set(own.hash, block.text);
  }
  if (written.fields.content === current.content) return { kind: 'blocks', edits };
  const own = written.blocks.filter(({ id }) => /^b\d+$/.test(id));
  const isAligned =
    before.split.blocks.length === after.split.blocks.length && before.split.blocks.length === own.length;
  if (!isAligned) return { kind: 'whole' };
  for (const [place, block] of after.split.blocks.entries()) {
    const was = before.split.blocks[place];
    const made = own[place];
    if (!was || !made || was.text === block.text) continue;
    const text = renumber(block, made);
    if (text === null) return { kind: 'whole' };
    edits.set(made.hash, text);
  }
  return { kind: 'blocks', edits };
}

function isOfContent({ split }: RunText, id: string): boolean {
  return split.blocks.some((block) => block.id === id);
}

/** A block of the translation with the source's numbers: its own are in the order its tags have there. */
function renumber(block: TranslationBlock, { text }: WrittenBlock): string | null {
  const order = [...text.matchAll(/<(\d+)\/?>/g)].map(([, number]) => number ?? '');
  const renumbered = block.text.replace(
    /<(\/?)(\d+)(\/?)>/g,
    (_, closes: string, number: string, empty: string) =>
      `<${closes}${order[Number(number) - 1] ?? '0'}${empty}>`,
  );
  return hasTagsOf(renumbered, text) ? renumbered : null;
}

/**
 * Which blocks of the new source stand where an edited one stood: the same, or between the same neighbours as many as
 * there were. null: an edited block has no place any more.
 */
export function placeEdits(
  written: readonly WrittenBlock[],
  blocks: readonly TranslationBlock[],
  edits: ReadonlyMap<string, string>,
): Map<string, string> | null {
  const placed = new Map<string, string>();
  const byHash = new Map(blocks.map((block) => [block.hash, block]));
  for (const old of written) {
    const text = edits.get(old.hash);
    if (text === undefined) continue;
    const same = byHash.get(old.hash);
    const id = same ? same.id : successorOf(old, written, blocks);
    if (id === null) return null;
    if (same) for (const block of blocks.filter(({ hash }) => hash === old.hash)) placed.set(block.id, text);
    else placed.set(id, text);
  }
  return placed;
}

function successorOf(
  old: WrittenBlock,
  written: readonly WrittenBlock[],
  blocks: readonly TranslationBlock[],
): string | null {
  const named = blocks.find(({ id }) => id === old.id);
  if (!/^b\d+$/.test(old.id)) return named?.id ?? null;
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
    if (block && /^b\d+$/.test(block.id) && isKnown(block)) return place;
  }
  return null;
}

function placeOf(blocks: readonly TranslationBlock[], old: WrittenBlock | undefined): number {
  return blocks.findIndex(({ hash, id }) => hash === old?.hash && /^b\d+$/.test(id));
}
