import { mergeAttributes, Node } from '@tiptap/core';
import { createFigureView } from './figure-view.ts';
import type { TextWords } from './text-words.ts';

const pictureAttributes = (image: Element) => ({
  src: image.getAttribute('src'),
  alt: image.getAttribute('alt') ?? '',
  width: image.getAttribute('width'),
  height: image.getAttribute('height'),
  lang: null,
  dir: null,
});

/** A picture with its alternative text and, as its content, the line below it. */
export const Figure = Node.create<{ words: TextWords | null }>({
  name: 'figure',
  group: 'block',
  content: '(text | hardBreak)*',
  draggable: true,
  isolating: true,
  addOptions: () => ({ words: null }),
  addAttributes: () => ({
    src: { default: null, renderHTML: () => ({}) },
    alt: { default: '', renderHTML: () => ({}) },
    width: { default: null, renderHTML: () => ({}) },
    height: { default: null, renderHTML: () => ({}) },
  }),
  parseHTML: () => [
    { tag: 'figure', getAttrs: attributesOfFigure, contentElement: captionOf },
    // A picture alone in its paragraph is one without a caption.
    { tag: 'p', priority: 60, getAttrs: attributesOfLonely, contentElement: captionOf },
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
    const { words } = this.options;
    if (!words) return null;
    return ({ node, view, getPos }) => createFigureView(node, view, getPos, words);
  },
});

function attributesOfFigure(figure: HTMLElement) {
  const [image, ...more] = figure.querySelectorAll('img');
  const holdsMore =
    figure.querySelector('table, pre, blockquote, ul, ol, h1, h2, h3, h4, hr, figure') !== null;
  if (!image || more.length > 0 || holdsMore) return false;
  const caption = figure.querySelector('figcaption');
  const words = figure.textContent?.trim() ?? '';
  const isWhole =
    words === (caption?.textContent?.trim() ?? '') && (caption?.querySelectorAll('p').length ?? 0) < 2;
  return isWhole ? pictureAttributes(image) : false;
}

function attributesOfLonely(paragraph: HTMLElement) {
  const [image, ...more] = paragraph.querySelectorAll('img');
  if (!image || more.length > 0 || image.parentElement?.closest('a')) return false;
  return paragraph.textContent?.trim() === '' && !paragraph.querySelector('br')
    ? pictureAttributes(image)
    : false;
}

function captionOf(element: globalThis.Node): HTMLElement {
  const caption = (element as HTMLElement).querySelector('figcaption');
  return caption ?? (element as HTMLElement).ownerDocument.createElement('figcaption');
}
