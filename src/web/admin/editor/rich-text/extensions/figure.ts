import { mergeAttributes, Node as TiptapNode } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import { imageUrlPattern, imageWidths } from '#blog/contract.ts';
import { createDomElement } from './dom-element.ts';
import type { RichTextMessages } from './rich-text-messages.ts';

let figureCount = 0;

function createFigureNodeView(
  initialNode: Node,
  view: EditorView,
  getPos: () => number | undefined,
  messages: RichTextMessages,
): NodeView {
  let node = initialNode;
  figureCount += 1;
  const id = `picture-alt-${figureCount}`;
  const image = createDomElement('img', { class: 'figure-picture', draggable: 'true' });
  const field = createDomElement('input', {
    id,
    type: 'text',
    class: 'figure-alt',
    maxlength: '500',
    autocomplete: 'off',
  });
  const missing = createDomElement(
    'span',
    { class: 'figure-missing', id: `${id}-missing` },
    messages.altMissing,
  );
  const remove = createDomElement('button', { type: 'button', class: 'figure-remove' }, messages.removeImage);
  const toolbar = createDomElement('div', { class: 'figure-tools', contenteditable: 'false' });
  const label = createDomElement('label', { for: id }, messages.alt);
  toolbar.append(label, field, missing, remove);
  const contentDOM = createDomElement('figcaption', { 'data-placeholder': messages.caption });
  const dom = createDomElement('figure', { class: 'figure' });
  dom.append(image, contentDOM, toolbar);

  const show = () => {
    const { src, alt, width, height } = node.attrs;
    const url = editorImageUrl(String(src ?? ''));
    if (image.getAttribute('src') !== url) image.setAttribute('src', url);
    for (const [name, value] of Object.entries({ alt, width, height })) {
      if (value === null) image.removeAttribute(name);
      else image.setAttribute(name, String(value));
    }
    if (field.value !== alt && document.activeElement !== field) field.value = alt ?? '';
    const isMissing = String(alt ?? '').trim() === '';
    missing.hidden = !isMissing;
    dom.classList.toggle('figure-without-alt', isMissing);
    contentDOM.classList.toggle('is-empty', node.content.size === 0);
  };
  field.setAttribute('aria-describedby', missing.id);
  field.addEventListener('input', () => {
    const at = getPos();
    if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, 'alt', field.value));
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    view.focus();
  });
  remove.addEventListener('click', () => {
    const at = getPos();
    if (at === undefined) return;
    view.dispatch(view.state.tr.delete(at, at + node.nodeSize).scrollIntoView());
    view.focus();
  });
  show();

  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== node.type) return false;
      node = next;
      show();
      return true;
    },
    stopEvent: (event) => event.target instanceof globalThis.Node && toolbar.contains(event.target),
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target) || mutation.type === 'attributes',
  };
}

/** The stored size that is sharp enough in the editor; other URLs stay unchanged. */
function editorImageUrl(url: string): string {
  const width = Number(imageUrlPattern.exec(url)?.[1] ?? 0);
  const editorWidth = imageWidths.find((candidate) => candidate >= 1200) ?? width;
  return width > editorWidth ? url.replace(/\d+\.webp$/, `${editorWidth}.webp`) : url;
}

const imageAttributes = (image: Element) => ({
  src: image.getAttribute('src'),
  alt: image.getAttribute('alt') ?? '',
  width: image.getAttribute('width'),
  height: image.getAttribute('height'),
  lang: null,
  dir: null,
});

/** Its content is the caption. */
export const Figure = TiptapNode.create<{ messages: RichTextMessages | null }>({
  name: 'figure',
  group: 'block',
  content: '(text | hardBreak)*',
  draggable: true,
  isolating: true,
  addOptions: () => ({ messages: null }),
  addAttributes: () => ({
    src: { default: null, renderHTML: () => ({}) },
    alt: { default: '', renderHTML: () => ({}) },
    width: { default: null, renderHTML: () => ({}) },
    height: { default: null, renderHTML: () => ({}) },
  }),
  parseHTML: () => [
    { tag: 'figure', getAttrs: parseFigure, contentElement: findCaption },
    // An image alone in its paragraph becomes a figure without a caption.
    { tag: 'p', priority: 60, getAttrs: parseLoneImage, contentElement: findCaption },
  ],
  renderHTML({ node, HTMLAttributes }) {
    const { src, alt, width, height } = node.attrs;
    return [
      'figure',
      mergeAttributes(HTMLAttributes),
      ['img', { src, alt, width, height }],
      ['figcaption', 0],
    ];
  },
  addNodeView() {
    const { messages } = this.options;
    if (!messages) return null;
    return ({ node, view, getPos }) => createFigureNodeView(node, view, getPos, messages);
  },
});

function parseFigure(figure: HTMLElement) {
  const [image, ...more] = figure.querySelectorAll('img');
  const hasOtherBlocks =
    figure.querySelector('table, pre, blockquote, ul, ol, h1, h2, h3, h4, hr, figure') !== null;
  if (!image || more.length > 0 || hasOtherBlocks) return false;
  const caption = figure.querySelector('figcaption');
  const text = figure.textContent?.trim() ?? '';
  const isCaptionOnly =
    text === (caption?.textContent?.trim() ?? '') && (caption?.querySelectorAll('p').length ?? 0) < 2;
  return isCaptionOnly ? imageAttributes(image) : false;
}

function parseLoneImage(paragraph: HTMLElement) {
  const [image, ...more] = paragraph.querySelectorAll('img');
  if (!image || more.length > 0 || image.parentElement?.closest('a')) return false;
  return paragraph.textContent?.trim() === '' && !paragraph.querySelector('br')
    ? imageAttributes(image)
    : false;
}

function findCaption(element: globalThis.Node): HTMLElement {
  const caption = (element as HTMLElement).querySelector('figcaption');
  return caption ?? (element as HTMLElement).ownerDocument.createElement('figcaption');
}
