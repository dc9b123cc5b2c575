import { Node } from '@tiptap/core';
import { type CalloutKind, parseCalloutKind } from '#content/block-contract.ts';
import { calloutKinds } from '#content/elements.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { unwrapAtStart } from './block-commands.ts';
import { createBlockView, createDomElement, createSelect } from './node-view.ts';

const kindMessages: Record<CalloutKind, MessageKey> = {
  note: 'admin.text.callout_note',
  tip: 'admin.text.callout_tip',
  warning: 'admin.text.callout_warning',
};

export const Callout = Node.create<{ t: Translator }>({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    kind: {
      default: 'note',
      parseHTML: (element: HTMLElement) => parseCalloutKind(element.className),
      renderHTML: ({ kind }: { kind: CalloutKind }) => ({ class: `callout-${kind}` }),
    },
  }),
  parseHTML: () => calloutKinds.map((kind) => ({ tag: `aside.callout-${kind}` })),
  renderHTML: ({ HTMLAttributes }) => ['aside', HTMLAttributes, 0],
  addNodeView() {
    const { t } = this.options;
    return createBlockView(({ view, setAttribute }) => {
      const select = createSelect(
        {
          class: 'callout-kind',
          contenteditable: 'false',
          'aria-label': t('admin.text.callout_kind'),
        },
        calloutKinds.map((kind) => ({ value: kind, label: t(kindMessages[kind]) })),
        (kind) => {
          setAttribute('kind', kind);
          view.focus();
        },
      );
      const contentDOM = createDomElement('div');
      const dom = createDomElement('div');
      dom.append(select, contentDOM);
      return {
        dom,
        contentDOM,
        controls: select,
        show({ attrs: { kind } }) {
          dom.className = `callout callout-${kind}`;
          select.value = kind;
        },
        ignoreMutation: ({ target, type }) => type !== 'selection' && !contentDOM.contains(target),
      };
    });
  },
  addKeyboardShortcuts() {
    return { Backspace: () => this.editor.commands.command(unwrapAtStart('callout')) };
  },
});
