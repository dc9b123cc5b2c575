import { mergeAttributes, Node } from '@tiptap/core';
import { createFigureNodeView } from './figure-view.ts';
import type { RichTextMessages } from './text-words.ts';

const imageAttributes = (image: Element) => ({
  src: image.getAttribute('src'),
  alt: image.getAttribute('alt') ?? '',
  width: image.getAttribute('width'),
  height: image.getAttribute('height'),
  lang: null,
  dir: null,
});

/** An image with alternative text. Its content is the caption. */
export const Figure = Node.create<{ messages: RichTextMessages | null }>({
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
  const isWhole =
    text === (caption?.textContent?.trim() ?? '') && (caption?.querySelectorAll('p').length ?? 0) < 2;
  return isWhole ? imageAttributes(image) : false;
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
