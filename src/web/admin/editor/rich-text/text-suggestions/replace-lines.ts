import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { TextAction } from '#ai/text-contract.ts';
import { plainLine, selectLines } from './tagged-text.ts';
import type { TextRange } from './tracked-range.ts';

/** The suggested lines in place of the range; null if its blocks can't take them. Changes nothing outside the range. */
export function replaceLines(
  state: EditorState,
  range: TextRange,
  action: TextAction,
  result: readonly Fragment[],
): Transaction | null {
  const { tr, doc } = state;
  const lines = selectLines(doc, range);
  if (result.length === 0 || lines.length === 0) return null;
  if (action === 'list') return replaceWithList(state, range, result);
  if (action === 'continue') {
    const first = prependSpace(state, range.to, result[0] ?? Fragment.empty);
    return insertLines(state, { from: range.to, to: range.to }, [first, ...result.slice(1)]);
  }
  if (result.length !== lines.length) return insertLines(state, range, result);
  for (const [index, line] of [...lines.entries()].toReversed())
    tr.replaceWith(line.from, line.to, keepOuterSpaces(state, line.content, result[index] ?? Fragment.empty));
  return tr;
}

/** One line goes into its block; more lines become paragraphs, if paragraphs can be there. */
function insertLines(state: EditorState, { from, to }: TextRange, lines: readonly Fragment[]) {
  const { tr, doc, schema } = state;
  const [only, ...more] = lines;
  const isOneBlock = doc.resolve(from).sameParent(doc.resolve(to));
  if (only && more.length === 0 && isOneBlock) return tr.replaceWith(from, to, only);
  const { paragraph } = schema.nodes;
  if (!paragraph || !areSiblings(doc, { from, to }, ['paragraph'])) return null;
  const blocks = lines.map((line) => paragraph.create(null, line));
  return tr.replace(from, to, new Slice(Fragment.fromArray(blocks), 1, 1));
}

function replaceWithList(state: EditorState, range: TextRange, lines: readonly Fragment[]) {
  const { tr, doc, schema } = state;
  const { bulletList, listItem, paragraph } = schema.nodes;
  if (!bulletList || !listItem || !paragraph || !canBecomeList(state, range)) return null;
  const items = lines.map((line) => listItem.create(null, paragraph.create(null, line)));
  const list = bulletList.create(null, items);
  const [$from, $to] = [doc.resolve(range.from), doc.resolve(range.to)];
  const isFromStart = $from.parentOffset === 0;
  const isToEnd = $to.parentOffset === $to.parent.content.size;
  const before = isFromStart ? [] : [$from.parent.copy($from.parent.content.cut(0, $from.parentOffset))];
  const after = isToEnd ? [] : [$to.parent.copy($to.parent.content.cut($to.parentOffset))];
  return tr.replaceWith($from.before(), $to.after(), [...before, list, ...after]);
}

export function canBecomeList({ doc, schema }: EditorState, range: TextRange): boolean {
  const { bulletList } = schema.nodes;
  if (!bulletList || !areSiblings(doc, range, ['paragraph'])) return false;
  const [$from, $to] = [doc.resolve(range.from), doc.resolve(range.to)];
  const depth = $from.depth - 1;
  return $from.node(depth).canReplaceWith($from.index(depth), $to.index(depth) + 1, bulletList);
}

/** Whether the range is within neighboring blocks of these types. */
function areSiblings(doc: Node, { from, to }: TextRange, types: readonly string[]): boolean {
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  if (!$from.parent.isTextblock || !$to.parent.isTextblock || $from.depth !== $to.depth) return false;
  const depth = $from.depth - 1;
  if (depth < 0 || $from.start(depth) !== $to.start(depth)) return false;
  const parent = $from.node(depth);
  for (let index = $from.index(depth); index <= $to.index(depth); index += 1)
    if (!types.includes(parent.child(index).type.name)) return false;
  return true;
}

/** A model returns no spaces at the ends, but the selection may have them. */
function keepOuterSpaces({ schema }: EditorState, source: Fragment, line: Fragment): Fragment {
  const [before, after] = [plainLine(source), plainLine(line)];
  const start = /^\s/.test(before) && !/^\s/.test(after);
  const end = /\s$/.test(before) && !/\s$/.test(after);
  const space = (isNeeded: boolean) => (isNeeded ? [schema.text(' ')] : []);
  return Fragment.fromArray([...space(start), ...line.content, ...space(end)]);
}

/** Chinese and Thai have no space between sentences, so only after a letter or a mark of another script. */
function prependSpace({ doc, schema }: EditorState, at: number, line: Fragment): Fragment {
  const before = doc.textBetween(Math.max(0, at - 1), at, '\n', '\n');
  const isSpaced = /[\p{sc=Latin}\p{N}.!?,;:)”"'…»]/u.test(before);
  return isSpaced ? Fragment.fromArray([schema.text(' '), ...line.content]) : line;
}
