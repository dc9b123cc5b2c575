import { type Command, Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { Selection } from '@tiptap/pm/state';
import { findDepth, isInEmptyEnd, leaveBlock, placeCaret } from './block-commands.ts';
import { emptyDetails } from './details.ts';
import { elementNode } from './element-node.ts';

/** Each question is a `details` with its answer. */
export const Faq = Node.create({
  ...elementNode('faq'),
  group: 'block',
  content: 'details+',
  defining: true,
  // Before the keys of the summaries.
  priority: 110,
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.first([leaveFaq, startQuestion]),
      Backspace: () => this.editor.commands.command(unwrapQuestion),
    };
  },
});

export const emptyFaq = { type: 'faq', content: [emptyDetails] };

/** The depth of the FAQ if the caret is in the summary, or in a line of the answer, of one of its questions. */
function findFaq(selection: Selection): number | null {
  const depth = findDepth(selection, 'faq');
  return selection.empty && depth === selection.$from.depth - 2 ? depth : null;
}

/** In the empty last line of an answer: starts the next question. */
const startQuestion: Command = ({ tr, state }) => {
  const { $from } = tr.selection;
  const isLastLine = isInEmptyEnd(tr.selection, 'details') && $from.parent.type.name === 'paragraph';
  // The first line of an answer is its only one.
  if (!isLastLine || findFaq(tr.selection) === null || $from.node(-1).childCount < 3) return false;
  return leaveBlock(tr, $from.depth, state.schema.nodeFromJSON(emptyDetails), 2);
};

/** In an empty last question without an answer: continues after the list. */
const leaveFaq: Command = ({ tr, state }) => {
  const depth = findFaq(tr.selection);
  const { $from } = tr.selection;
  if (depth === null || $from.parent.type.name !== 'summary') return false;
  const isLast = $from.indexAfter(depth) === $from.node(depth).childCount;
  if (!isLast || $from.node(-1).textContent !== '') return false;
  return leaveBlock(tr, depth + 1, state.schema.node('paragraph'));
};

/** At the start of a question: it and its answer become text, which divides the list. */
const unwrapQuestion: Command = ({ tr, state }) => {
  const depth = findFaq(tr.selection);
  const { $from } = tr.selection;
  if (depth === null || $from.parentOffset > 0 || $from.parent.type.name !== 'summary') return false;
  const faq = $from.node(depth);
  const index = $from.index(depth);
  const toFaq = (items: DocumentNode[]) => (items.length === 0 ? [] : [faq.type.create(faq.attrs, items)]);
  const before = toFaq(faq.children.slice(0, index));
  const after = toFaq(faq.children.slice(index + 1));
  const line = state.schema.node('paragraph', null, $from.parent.content);
  const start = $from.before(depth);
  const nodes = [...before, line, ...$from.node(-1).children.slice(1), ...after];
  tr.replaceWith(start, $from.after(depth), nodes);
  return placeCaret(tr, start + (before[0]?.nodeSize ?? 0) + 1);
};
