import { type Command, Node } from '@tiptap/core';
import type { Translator } from '#i18n/translator.ts';
import { continueAfter, findDepth, isInEmptyEnd, placeCaret } from './block-commands.ts';
import { elementNode } from './element-node.ts';
import { createDomElement } from './node-view.ts';

export const Details = Node.create({
  ...elementNode('details'),
  group: 'block',
  content: 'summary block+',
  defining: true,
  addAttributes: () => ({
    open: {
      default: null,
      parseHTML: (element: HTMLElement) => (element.getAttribute('open') === null ? null : ''),
    },
  }),
  // In a `details` element, clicks and spaces would hide the text.
  addNodeView: () => () => {
    const dom = createDomElement('div', { class: 'details' });
    return { dom, contentDOM: dom };
  },
});

export const Summary = Node.create<{ t: Translator }>({
  ...elementNode('summary'),
  content: 'inline*',
  defining: true,
  addNodeView() {
    const { t } = this.options;
    return ({ node, HTMLAttributes: attributes }) => {
      const dom = createDomElement('summary', {
        ...Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)),
        'data-placeholder': t('admin.text.summary_placeholder'),
      });
      const show = ({ content }: typeof node) => dom.classList.toggle('is-empty', content.size === 0);
      show(node);
      return {
        dom,
        contentDOM: dom,
        update(next) {
          if (!next.hasMarkup(node.type, node.attrs)) return false;
          show(next);
          return true;
        },
      };
    };
  },
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.first([startText, leaveDetails]),
      Backspace: () => this.editor.commands.command(unwrapDetails),
    };
  },
});

export const emptyDetails = { type: 'details', content: [{ type: 'summary' }, { type: 'paragraph' }] };

/** The caret of inserted content is at its end. */
export const placeInSummary: Command = ({ tr }) => {
  const depth = findDepth(tr.selection, 'details');
  return depth !== null && placeCaret(tr, tr.selection.$from.start(depth) + 1);
};

/** At the end of the summary, if there is no text yet. */
const startText: Command = ({ tr }) => {
  const { $from, empty } = tr.selection;
  if (!empty || $from.parent.type.name !== 'summary' || $from.pos < $from.end()) return false;
  const text = $from.node(-1).maybeChild(1);
  return text?.type.name === 'paragraph' && text.content.size === 0 && placeCaret(tr, $from.after() + 1);
};

/** In an empty last line that isn't the only one. */
const leaveDetails: Command = ({ tr }) => {
  const { $from } = tr.selection;
  if (!isInEmptyEnd(tr.selection, 'details') || $from.parent.type.name !== 'paragraph') return false;
  if ($from.node(-1).childCount < 3) return false;
  const after = $from.after(-1);
  tr.delete($from.before(), $from.after());
  return continueAfter(tr, tr.mapping.map(after));
};

/** At the start of the summary. */
const unwrapDetails: Command = ({ tr, state }) => {
  const { $from, empty } = tr.selection;
  if (!empty || $from.parentOffset > 0 || $from.parent.type.name !== 'summary') return false;
  const paragraph = state.schema.node('paragraph', null, $from.parent.content);
  tr.replaceWith($from.before(-1), $from.after(-1), [paragraph, ...$from.node(-1).children.slice(1)]);
  return placeCaret(tr, $from.before(-1) + 1);
};
