import type { Command, Editor } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** At the start of a block of the type `name`: its contents take its place. */
export const unwrapAtStart =
  (name: string): Command =>
  ({ tr }) => {
    const { $from, empty } = tr.selection;
    if (!empty || $from.parentOffset > 0) return false;
    const depth = findDepth(tr.selection, name);
    if (depth === null || depth !== $from.depth - 1 || $from.index(depth) > 0) return false;
    tr.replaceWith($from.before(depth), $from.after(depth), $from.node(depth).children);
    return placeCaret(tr, $from.before(depth) + 1);
  };

/** The depth of the innermost block of this type around the caret. */
export function findDepth({ $from }: Selection, name: string): number | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === name) return depth;
  return null;
}

/** Whether the caret is in an empty line or item at the end of the block of the type `name`. */
export function isInEmptyEnd({ $from, empty }: Selection, name: string): boolean {
  const { parent, depth } = $from;
  if (!empty || depth < 2 || parent.content.size > 0) return false;
  return $from.node(-1).type.name === name && $from.indexAfter(-1) === $from.node(-1).childCount;
}

/**
 * Puts `node` after the block around `depth`, in place of what the caret is in at that depth, or in place of the whole
 * block if nothing else is in it. The caret goes `caretDepth` levels inside the node.
 */
export function leaveBlock(tr: Transaction, depth: number, node: DocumentNode, caretDepth = 1): true {
  const { $from } = tr.selection;
  const isAlone = $from.node(depth - 1).childCount === 1;
  const at = isAlone ? $from.before(depth - 1) : $from.before(depth) + 1;
  if (isAlone) tr.replaceWith(at, $from.after(depth - 1), node);
  else tr.delete($from.before(depth), $from.after(depth)).insert(at, node);
  return placeCaret(tr, at + caretDepth);
}

export function placeCaret(tr: Transaction, position: number): true {
  tr.setSelection(TextSelection.create(tr.doc, position)).scrollIntoView();
  return true;
}

/** Places the caret after a block that ends at `position`: in the paragraph or heading there, or in a new paragraph. */
export function continueAfter(tr: Transaction, position: number): boolean {
  const $position = tr.doc.resolve(position);
  const { nodeAfter, parent } = $position;
  if (nodeAfter?.type.name !== 'paragraph' && nodeAfter?.type.name !== 'heading') {
    const paragraph = tr.doc.type.schema.node('paragraph');
    if (!parent.canReplaceWith($position.index(), $position.index(), paragraph.type)) return false;
    tr.insert(position, paragraph);
  }
  return placeCaret(tr, position + 1);
}

/**
 * Inserts after the block at `at`, or at the selection. Replaces a line that is empty or has only the `text`.
 * The caret continues after the blocks, because typing replaces a selected block.
 */
export function insertBlocks(
  view: EditorView,
  nodes: readonly DocumentNode[],
  { at, text = '' }: { at?: number | undefined; text?: string } = {},
): void {
  const [first] = nodes;
  if (!first) return;
  const { tr } = view.state;
  const $at = at === undefined ? tr.selection.$to : tr.doc.resolve(at);
  const { parent, depth } = $at;
  const isInText = parent.isTextblock;
  const isReplaced =
    isInText &&
    isLineOf(parent, text) &&
    $at.node(-1).canReplaceWith($at.index(-1), $at.index(-1) + 1, first.type);
  const end = isInText ? $at.after(depth) : $at.pos;
  const start = isReplaced ? $at.before(depth) : end;
  tr.replaceWith(start, end, nodes);
  continueAfter(tr, start + nodes.reduce((size, node) => size + node.nodeSize, 0));
  view.dispatch(tr.scrollIntoView());
}

export function insertCard({ view, schema }: Editor, name: string, card: object, text = ''): void {
  insertBlocks(view, [schema.node(name, { card })], { text });
}

function isLineOf({ type, content, textContent }: DocumentNode, text: string): boolean {
  return type.name === 'paragraph' && (content.size === 0 || (text !== '' && textContent.trim() === text));
}
