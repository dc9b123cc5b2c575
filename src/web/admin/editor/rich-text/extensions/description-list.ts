import { type Command, Node } from '@tiptap/core';
import { isInEmptyEnd, leaveBlock, placeCaret } from './block-commands.ts';
import { elementNode } from './element-node.ts';

const DescriptionList = Node.create({
  ...elementNode('descriptionList'),
  group: 'block',
  content: '(descriptionTerm | description)+',
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.first([leaveList, describeTerm, startTerm]) };
  },
});

const DescriptionTerm = Node.create({
  ...elementNode('descriptionTerm'),
  content: 'inline*',
  defining: true,
});

const Description = Node.create({
  ...elementNode('description'),
  content: 'block+',
  defining: true,
});

export const descriptionListNodes = [DescriptionList, DescriptionTerm, Description];

/** In a term: the text after the caret becomes its description. */
const describeTerm: Command = ({ tr, state }) => {
  const { $from, empty } = tr.selection;
  if (!empty || $from.parent.type.name !== 'descriptionTerm') return false;
  const rest = $from.parent.content.cut($from.parentOffset);
  const description = state.schema.node('description', null, [state.schema.node('paragraph', null, rest)]);
  tr.delete($from.pos, $from.end()).insert($from.pos + 1, description);
  return placeCaret(tr, $from.pos + 3);
};

/** In the empty last line of a description: starts the next term. */
const startTerm: Command = ({ tr, state }) => {
  const { $from } = tr.selection;
  if (!isInEmptyEnd(tr.selection, 'description') || $from.parent.type.name !== 'paragraph') return false;
  return leaveBlock(tr, $from.depth, state.schema.node('descriptionTerm'));
};

/** In the empty last term: continues after the list. */
const leaveList: Command = ({ tr, state }) => {
  const { $from } = tr.selection;
  if (!isInEmptyEnd(tr.selection, 'descriptionList') || $from.parent.type.name !== 'descriptionTerm')
    return false;
  return leaveBlock(tr, $from.depth, state.schema.node('paragraph'));
};
