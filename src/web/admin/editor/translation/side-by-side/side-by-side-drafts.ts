import { hasSameTags, plainBlockText } from '#ai/block-text-contract.ts';
import type { BlockEdit, SideBySide, SideBySideBlock } from '#translation/side-by-side-contract.ts';

type BlockDraft = BlockEdit & { theirs?: string | null };

/** Unsaved texts by block id. `theirs` is what someone else has saved since; then the person decides. */
export type Drafts = ReadonlyMap<string, BlockDraft>;

/** Unsaved texts in the browser's storage, and the saved texts that they change. */
export interface StoredBlocks {
  drafts: BlockDraft[];
  before: Pick<SideBySideBlock, 'id' | 'text'>[];
}

export function toStoredBlocks({ blocks }: SideBySide, drafts: Drafts): StoredBlocks {
  const before = blocks.filter(({ id }) => drafts.has(id)).map(({ id, text }) => ({ id, text }));
  return { drafts: [...drafts.values()], before };
}

export function isOpenBlock({ state }: SideBySideBlock): boolean {
  return state !== 'edited';
}

export function isValidEdit({ text }: BlockEdit, source: string): boolean {
  return plainBlockText(text).trim() === '' || hasSameTags(text, source);
}

/** Edits that can be saved now. */
export function listSavable(
  { blocks }: SideBySide,
  drafts: Drafts,
  rejected: ReadonlyMap<string, string>,
): BlockEdit[] {
  return blocks.flatMap((block) => {
    const draft = drafts.get(block.id);
    if (!draft || draft.theirs !== undefined || !isValidEdit(draft, block.source)) return [];
    if (rejected.get(block.id) === draft.text) return [];
    const { id, hash, text, accepted } = draft;
    return [{ id, hash, text, accepted }];
  });
}

/** Leaves out what was saved, unless the person has typed since. */
export function removeSaved(drafts: Drafts, saved: readonly BlockEdit[]): Drafts {
  const isSaved = (id: string, text: string, accepted: boolean) =>
    saved.some((edit) => edit.id === id && edit.text === text && edit.accepted === accepted);
  return new Map([...drafts].filter(([id, { text, accepted }]) => !isSaved(id, text, accepted)));
}

/**
 * Moves the unsaved texts to the blocks of a newer version. `lost` are texts whose block is gone. A text that
 * someone else has changed too becomes a choice.
 */
export function rebaseDrafts(
  drafts: Drafts,
  before: { blocks: readonly Pick<SideBySideBlock, 'id' | 'text'>[] },
  next: SideBySide,
): { drafts: Drafts; lost: string[] } {
  const rebased = new Map<string, BlockDraft>();
  const lost: string[] = [];
  for (const [id, draft] of drafts) {
    const block =
      next.blocks.find((candidate) => candidate.id === id && candidate.hash === draft.hash) ??
      next.blocks.find(({ hash }) => hash === draft.hash) ??
      next.blocks.find((candidate) => candidate.id === id);
    if (!block) {
      lost.push(plainBlockText(draft.text));
      continue;
    }
    const textBefore = before.blocks.find((candidate) => candidate.id === id)?.text ?? null;
    const isChanged = block.text !== textBefore && block.text !== draft.text;
    const { theirs, ...edit } = draft;
    rebased.set(block.id, {
      ...edit,
      id: block.id,
      hash: block.hash,
      ...(isChanged ? { theirs: block.text } : theirs !== undefined && { theirs }),
    });
  }
  return { drafts: rebased, lost };
}

/** The next block in need of a person, starting over at the end. */
export function findNextOpenBlock(blocks: readonly SideBySideBlock[], current: string | null): string | null {
  const at = blocks.findIndex(({ id }) => id === current);
  const ordered = [...blocks.slice(at + 1), ...blocks.slice(0, at + 1)];
  return ordered.find((block) => isOpenBlock(block) && block.id !== current)?.id ?? null;
}
