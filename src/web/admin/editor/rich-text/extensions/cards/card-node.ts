import { Node, type NodeViewRenderer } from '@tiptap/core';
import type { FigureKind } from '#content/block-contract.ts';
import { type HtmlElement, normalizeHtml } from '#content/normalize-html.ts';
import type { Translator } from '#i18n/translator.ts';
import { createBlockField, createBlockView, createDomElement } from '../node-view.ts';

interface CardField<Card> {
  label: string;
  value: string;
  change(value: string): Card;
}

export interface CardDefinition<Card> {
  name: string;
  kind: FigureKind;
  label(t: Translator): string;
  /** Approximate: HTML that `build` would write differently isn't parsed as a card. */
  read(figure: HTMLElement): Card | null;
  build(card: Card): HtmlElement;
  /** What the editor shows, if that is not the stored HTML. */
  createPreview?(card: Card): HTMLElement;
  listFields(card: Card, t: Translator): CardField<Card>[];
}

/** A block without editable text. Its attribute `card` has all its content. */
export function createCardNode<Card>(definition: CardDefinition<Card>, t: Translator) {
  const { name, kind, read, build } = definition;
  return Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({ card: { default: null, parseHTML: () => null, rendered: false } }),
    parseHTML: () => [
      {
        tag: `figure.${kind}`,
        priority: 70,
        getAttrs: (figure) => {
          const card = read(figure);
          return card && isSameHtml(figure, renderCard(build(card))) ? { card } : false;
        },
      },
    ],
    renderHTML: ({ node }) => renderCard(build(node.attrs.card)) ?? ['figure', { class: kind }],
    addNodeView: () => createCardView(definition, t),
  });
}

function renderCard(element: HtmlElement): HTMLElement | null {
  const template = document.createElement('template');
  template.innerHTML = normalizeHtml([element]);
  const { firstElementChild: first } = template.content;
  return first instanceof HTMLElement ? first : null;
}

/** Other content would get lost. */
function isSameHtml(figure: HTMLElement, card: HTMLElement | null): boolean {
  const copy = figure.cloneNode(true) as HTMLElement;
  // ProseMirror marks copied HTML with it.
  copy.removeAttribute('data-pm-slice');
  return card?.isEqualNode(copy) ?? false;
}

/** The card as readers see it, and its fields. */
function createCardView<Card>(
  { label, build, createPreview, listFields }: CardDefinition<Card>,
  t: Translator,
): NodeViewRenderer {
  return createBlockView(({ view, getPos, getNode, setAttribute }) => {
    const dom = createDomElement('div', {
      class: 'card-block',
      role: 'group',
      'aria-label': label(t),
      contenteditable: 'false',
    });
    const preview = createDomElement('div', { class: 'card-preview' });
    const controls = createDomElement('div', { class: 'figure-tools' });
    const remove = createDomElement(
      'button',
      { type: 'button', class: 'figure-remove' },
      t('admin.text.remove'),
    );
    const fields = listFields(getNode().attrs.card, t).map((field, index) =>
      createBlockField(view, {
        label: field.label,
        attributes: { maxlength: '500' },
        onInput: (value) => setAttribute('card', listFields(getNode().attrs.card, t)[index]?.change(value)),
      }),
    );
    controls.append(...fields.flatMap(({ elements }) => elements), remove);
    dom.append(preview, controls);
    remove.addEventListener('click', () => {
      const at = getPos();
      if (at !== undefined) view.dispatch(view.state.tr.delete(at, at + getNode().nodeSize).scrollIntoView());
      view.focus();
    });
    // A link would leave the editor.
    preview.addEventListener('click', (event) => {
      if (!(event.target instanceof HTMLMediaElement)) event.preventDefault();
    });
    let shownUrl: unknown;
    return {
      dom,
      controls,
      show({ attrs: { card } }) {
        // A player starts anew if it is replaced.
        if (!createPreview || card.href !== shownUrl) {
          const element = createPreview?.(card) ?? renderCard(build(card));
          preview.replaceChildren(...(element ? [element] : []));
        }
        shownUrl = card.href;
        for (const [index, { value }] of listFields(card, t).entries()) fields[index]?.show(value);
      },
      canShow: ({ attrs: { card } }) => listFields(card, t).length === fields.length,
      stopEvent: ({ target }) =>
        target instanceof HTMLMediaElement ||
        (target instanceof globalThis.Node && controls.contains(target)),
      ignoreMutation: () => true,
    };
  });
}
