import { type Command, type NodeViewRenderer, Node as TiptapNode } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { parseFigureKind } from '#content/block-contract.ts';
import { imageUrlPattern, imageWidths } from '#content/image-contract.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { continueAfter } from '../block-commands.ts';
import { createBlockField, createBlockView, createDomElement, createSelect } from '../node-view.ts';

const figureSizes = ['wide', 'full'] as const;
const sizeMessages = {
  normal: 'admin.text.size_normal',
  wide: 'admin.text.size_wide',
  full: 'admin.text.size_full',
} as const satisfies Record<'normal' | (typeof figureSizes)[number], MessageKey>;

interface FigureOptions {
  t: Translator;
  suggestAlt(): void;
}

/** Its content is the caption. */
export const Figure = TiptapNode.create<FigureOptions>({
  name: 'figure',
  group: 'block',
  content: '(text | hardBreak)*',
  draggable: true,
  isolating: true,
  addAttributes: () => ({
    src: { default: null, rendered: false },
    alt: { default: '', rendered: false },
    width: { default: null, rendered: false },
    height: { default: null, rendered: false },
    caption: { default: null, rendered: false, parseHTML: parseUnusualCaption },
    size: {
      default: null,
      parseHTML: (element: HTMLElement) => parseSize(element),
      renderHTML: ({ size }) => (size === null ? {} : { class: size }),
    },
  }),
  parseHTML: () => [
    { tag: 'figure', getAttrs: parseFigure, contentElement: findCaption },
    // An image alone in its paragraph becomes a figure without a caption.
    { tag: 'p', priority: 60, getAttrs: parseLoneImage, contentElement: findCaption },
  ],
  renderHTML({ node, HTMLAttributes }) {
    const { src, alt, width, height } = node.attrs;
    return ['figure', HTMLAttributes, ['img', { src, alt, width, height }], ['figcaption', 0]];
  },
  addNodeView() {
    return createFigureView(this.options);
  },
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.command(leaveCaption) };
  },
});

function createFigureView({ t, suggestAlt }: FigureOptions): NodeViewRenderer {
  return createBlockView(({ view, getPos, getNode, setAttribute }) => {
    const image = createDomElement('img', { class: 'figure-picture', draggable: 'true' });
    const field = createBlockField(view, {
      label: t('admin.text.alt'),
      missing: t('admin.text.alt_missing'),
      attributes: { maxlength: '500' },
      onInput: (value) => setAttribute('alt', value),
    });
    const size = createSelect(
      { class: 'figure-size', 'aria-label': t('admin.text.image_size') },
      (['normal', ...figureSizes] as const).map((value) => ({ value, label: t(sizeMessages[value]) })),
      (value) => setAttribute('size', value === 'normal' ? null : value),
    );
    const button = { type: 'button', class: 'figure-remove' };
    const suggest = createDomElement('button', button, t('admin.ai.alt'));
    suggest.addEventListener('click', () => {
      const at = getPos();
      if (at === undefined) return;
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
      suggestAlt();
    });
    const remove = createDomElement('button', button, t('admin.text.remove_image'));
    remove.addEventListener('click', () => {
      const at = getPos();
      if (at === undefined) return;
      const { tr } = view.state;
      const $at = tr.doc.resolve(at);
      // A gallery can't be empty.
      const isLast = $at.parent.type.name === 'gallery' && $at.parent.childCount === 1;
      if (isLast) tr.delete($at.before(), $at.after());
      else tr.delete(at, at + getNode().nodeSize);
      view.dispatch(tr.scrollIntoView());
      view.focus();
    });
    const controls = createDomElement('div', { class: 'figure-tools', contenteditable: 'false' });
    controls.append(...field.elements, suggest, size, remove);
    const contentDOM = createDomElement('figcaption', { 'data-placeholder': t('admin.text.caption') });
    const dom = createDomElement('figure', { class: 'figure' });
    dom.append(image, contentDOM, controls);
    return {
      dom,
      contentDOM,
      controls,
      show({ attrs, content }) {
        const url = editorImageUrl(String(attrs.src ?? ''));
        if (image.getAttribute('src') !== url) image.setAttribute('src', url);
        for (const name of ['alt', 'width', 'height']) {
          if (attrs[name] === null) image.removeAttribute(name);
          else image.setAttribute(name, String(attrs[name]));
        }
        const alt = String(attrs.alt ?? '');
        const isMissing = alt.trim() === '';
        field.show(alt, isMissing);
        dom.classList.toggle('figure-without-alt', isMissing);
        size.value = attrs.size ?? 'normal';
        for (const name of figureSizes) dom.classList.toggle(name, attrs.size === name);
        contentDOM.classList.toggle('is-empty', content.size === 0);
      },
      ignoreMutation: ({ target, type }) => !contentDOM.contains(target) || type === 'attributes',
    };
  });
}

/** The stored size that is sharp enough in the editor; other URLs stay unchanged. */
function editorImageUrl(url: string): string {
  const width = Number(imageUrlPattern.exec(url)?.[1] ?? 0);
  const editorWidth = imageWidths.find((candidate) => candidate >= 1200) ?? width;
  return width > editorWidth ? url.replace(/\d{1,5}\.webp$/, `${editorWidth}.webp`) : url;
}

const imageAttributes = (image: Element) => ({
  src: image.getAttribute('src'),
  alt: image.getAttribute('alt') ?? '',
  width: image.getAttribute('width'),
  height: image.getAttribute('height'),
  lang: null,
  dir: null,
});

const leaveCaption: Command = ({ tr }) => {
  const { $from } = tr.selection;
  if ($from.parent.type.name !== 'figure') return false;
  const depth = $from.node(-1).type.name === 'gallery' ? $from.depth - 1 : $from.depth;
  return continueAfter(tr, $from.after(depth));
};

function parseFigure(figure: Element) {
  const kind = parseFigureKind(figure.className);
  if (kind !== null && !figureSizes.some((size) => size === kind)) return false;
  const [image, ...more] = figure.querySelectorAll('img');
  const hasOtherBlocks =
    figure.querySelector(
      'table, pre, blockquote, ul, ol, h1, h2, h3, h4, hr, figure, details, dl, aside, a.button',
    ) !== null;
  if (!image || more.length > 0 || hasOtherBlocks) return false;
  const caption = figure.querySelector('figcaption');
  const text = figure.textContent?.trim() ?? '';
  const isCaptionOnly =
    text === (caption?.textContent?.trim() ?? '') && (caption?.querySelectorAll('p').length ?? 0) < 2;
  return isCaptionOnly ? imageAttributes(image) : false;
}

function parseSize(element: Element) {
  const kind = parseFigureKind(element.className);
  return figureSizes.find((size) => size === kind) ?? null;
}

function parseLoneImage(paragraph: HTMLElement) {
  const [image, ...more] = paragraph.querySelectorAll('img');
  if (!image || more.length > 0 || image.parentElement?.closest('a')) return false;
  return paragraph.textContent?.trim() === '' && !paragraph.querySelector('br')
    ? imageAttributes(image)
    : false;
}

/** What a caption has besides its text: its place, if it's first, and its language. */
export interface FigureCaption {
  isFirst: boolean;
  lang: string | null;
  dir: string | null;
}

function parseUnusualCaption(element: HTMLElement): FigureCaption | null {
  const caption = element.querySelector('figcaption');
  if (!caption) return null;
  const isFirst = element.firstElementChild === caption;
  const [lang, dir] = [caption.getAttribute('lang'), caption.getAttribute('dir')];
  return isFirst || lang !== null || dir !== null ? { isFirst, lang, dir } : null;
}

function findCaption(element: globalThis.Node): HTMLElement {
  const caption = (element as HTMLElement).querySelector('figcaption');
  return caption ?? (element as HTMLElement).ownerDocument.createElement('figcaption');
}

export const galleryLimits = { min: 2, max: 9 } as const;

/** A grid of figures, each with its alt text and caption. */
export const Gallery = TiptapNode.create({
  name: 'gallery',
  group: 'block',
  content: 'figure+',
  draggable: true,
  isolating: true,
  parseHTML: () => [
    {
      tag: 'figure.gallery',
      priority: 70,
      getAttrs: (gallery) => {
        const figures = [...gallery.children];
        return figures.length >= galleryLimits.min &&
          figures.every((figure) => figure.nodeName === 'FIGURE' && parseFigure(figure) !== false)
          ? null
          : false;
      },
    },
  ],
  renderHTML: () => ['figure', { class: 'gallery' }, 0],
});

/** Imported posts have inline images. */
export const InlineImage = TiptapNode.create({
  name: 'image',
  inline: true,
  group: 'inline',
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    title: { default: null },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});
