import { Node } from '@tiptap/core';

/** Around other blocks than one image, such as code with a caption. The editor keeps it, but has no button for it. */
const BlockFigure = Node.create({
  name: 'blockFigure',
  group: 'block',
  content: '(block | figureCaption)+',
  defining: true,
  addAttributes: () => ({
    kind: {
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute('class'),
      renderHTML: ({ kind }: { kind: string | null }) => (kind === null ? {} : { class: kind }),
    },
  }),
  // After the figures of images, cards and galleries.
  parseHTML: () => [{ tag: 'figure', priority: 40 }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
});

const FigureCaption = Node.create({
  name: 'figureCaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: ({ HTMLAttributes }) => ['figcaption', HTMLAttributes, 0],
});

export const blockFigureNodes = [BlockFigure, FigureCaption];
