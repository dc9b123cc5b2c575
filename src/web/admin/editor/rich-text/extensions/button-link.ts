import { type Command, Node } from '@tiptap/core';
import { sanitizeUrl } from '#content/link-url.ts';
import type { Translator } from '#i18n/translator.ts';
import { placeCaret } from './block-commands.ts';
import { createBlockField, createBlockView, createDomElement } from './node-view.ts';

/** A link that looks like a button. Its content is the text; a field below it has the URL. */
export const ButtonLink = Node.create<{ t: Translator }>({
  name: 'buttonLink',
  group: 'block',
  content: 'text*',
  marks: '',
  defining: true,
  isolating: true,
  addAttributes: () => ({
    href: { default: '', rendered: false },
    target: { default: null, rendered: false },
  }),
  parseHTML: () => [{ tag: 'p', priority: 61, getAttrs: parseButton, contentElement: 'a' }],
  renderHTML: ({ node: { attrs }, HTMLAttributes }) => [
    'p',
    HTMLAttributes,
    ['a', { class: 'button', href: attrs.href, target: attrs.target }, 0],
  ],
  addNodeView() {
    const { t } = this.options;
    return createBlockView(({ view, setAttribute }) => {
      const contentDOM = createDomElement('span', {
        class: 'button',
        'data-placeholder': t('admin.text.button_text'),
      });
      const field = createBlockField(view, {
        label: t('admin.text.button_url'),
        missing: t('admin.text.button_url_missing'),
        attributes: { inputmode: 'url' },
        onInput: (value) => setAttribute('href', value),
      });
      const controls = createDomElement('div', { class: 'figure-tools', contenteditable: 'false' });
      controls.append(...field.elements);
      const dom = createDomElement('div', { class: 'button-link' });
      dom.append(contentDOM, controls);
      return {
        dom,
        contentDOM,
        controls,
        show({ attrs: { href }, content }) {
          field.show(href, sanitizeUrl(href) === null);
          contentDOM.classList.toggle('is-empty', content.size === 0);
        },
        ignoreMutation: ({ target, type }) =>
          type !== 'selection' && (!contentDOM.contains(target) || type === 'attributes'),
      };
    });
  },
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.command(leaveButton),
      Backspace: () => this.editor.commands.command(toParagraph),
    };
  },
});

function parseButton(paragraph: HTMLElement) {
  const link = paragraph.querySelector<HTMLElement>('a.button[href]');
  if (!link || link.textContent?.trim() !== paragraph.textContent?.trim()) return false;
  if (paragraph.querySelector('img') !== null) return false;
  return { href: link.getAttribute('href'), target: link.getAttribute('target') };
}

const leaveButton: Command = ({ tr, state }) => {
  const { $from } = tr.selection;
  if ($from.parent.type.name !== 'buttonLink') return false;
  tr.insert($from.after(), state.schema.node('paragraph'));
  return placeCaret(tr, $from.after() + 1);
};

/** At the start of the text. */
const toParagraph: Command = ({ tr, state }) => {
  const { $from, empty } = tr.selection;
  if (!empty || $from.parentOffset > 0 || $from.parent.type.name !== 'buttonLink') return false;
  const { lang = null, dir = null } = $from.parent.attrs;
  tr.setNodeMarkup($from.before(), state.schema.nodes.paragraph, { lang, dir });
  return true;
};
