import { getOuterHTML, removeElement, textContent } from 'domutils';
import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import type { Losses } from '../foreign-site.ts';
import {
  type Document,
  type Element,
  eachElement,
  findInside,
  hasClass,
  innerHtml,
  isElement,
  replaceWith,
  unwrap,
} from './dom.ts';
import { embedHtml, replaceFile } from './embeds.ts';

/** The blocks of WordPress and the cards of Ghost that have a counterpart here, by a class of theirs. */
export function convertCards(document: Document, losses: Losses): void {
  for (const [name, convert] of Object.entries(cards)) {
    for (const element of eachElement(document, (candidate) => hasClass(candidate, name)))
      convert(element, losses);
  }
  for (const figure of eachElement(document, isWideFigure)) {
    const isFull = hasClass(figure, 'kg-width-full') || hasClass(figure, 'alignfull');
    figure.attribs = { class: isFull ? 'full' : 'wide' };
  }
}

const hasName = (name: string) => (element: Element) => element.name === name;
const withClass = (name: string) => (element: Element) => hasClass(element, name);

const cards: Record<string, (element: Element, losses: Losses) => void> = {
  'kg-bookmark-card'(card) {
    const [link] = findInside(card, (element) => element.name === 'a' && element.attribs.href !== undefined);
    const [title] = findInside(card, withClass('kg-bookmark-title'));
    const url = link?.attribs.href ?? '';
    const name = title ?? link;
    replaceWith(card, url === '' ? '' : embedHtml(url, name ? textContent(name) : url));
  },
  'kg-embed-card': unwrap,
  'kg-gallery-card': (card) => replaceWith(card, galleryHtml(card)),
  'wp-block-gallery': (block) => replaceWith(block, galleryHtml(block)),
  'wp-block-jetpack-tiled-gallery': (block) => replaceWith(block, galleryHtml(block)),
  'kg-callout-card'(card) {
    const [emoji] = findInside(card, withClass('kg-callout-emoji'));
    const [text] = findInside(card, withClass('kg-callout-text'));
    const start = emoji ? `${escapeHtml(textContent(emoji).trim())} ` : '';
    replaceWith(card, `<aside class="callout-note"><p>${start}${innerHtml(text ?? card)}</p></aside>`);
  },
  'kg-toggle-card'(card) {
    const [heading] = findInside(card, withClass('kg-toggle-heading-text'));
    const [content] = findInside(card, withClass('kg-toggle-content'));
    if (!heading || !content) return;
    replaceWith(card, `<details><summary>${innerHtml(heading)}</summary>${innerHtml(content)}</details>`);
  },
  'kg-button-card': (card) => replaceWith(card, buttonHtml(card)),
  'wp-block-button': (block) => replaceWith(block, buttonHtml(block)),
  'kg-blockquote-alt': (quote) => replaceWith(quote, `<blockquote>${innerHtml(quote)}</blockquote>`),
  'wp-block-pullquote': unwrap,
  'kg-file-card': convertFile,
  'wp-block-file': convertFile,
  'kg-audio-card': convertPlayer('audio'),
  'kg-video-card': convertPlayer('video'),
  'kg-product-card': asUnknown('product', unwrap),
  'kg-header-card': asUnknown('header', unwrap),
  'kg-signup-card': asUnknown('signup', removeElement),
  'kg-nft-card': asUnknown('nft', unwrap),
  'kg-cta-card': asUnknown('call-to-action', unwrap),
  'wp-block-social-links': asUnknown('social-links', removeElement),
  sharedaddy: removeElement,
  'wp-block-spacer': removeElement,
};

function galleryHtml(card: Element): string {
  const images = findInside(card, hasName('img')).map((image) => {
    const figure = closestFigure(image, card);
    const [caption] = figure ? findInside(figure, hasName('figcaption')) : [];
    const text = caption ? `<figcaption>${innerHtml(caption)}</figcaption>` : '';
    return `<figure>${getOuterHTML(image, { encodeEntities: 'utf8' })}${text}</figure>`;
  });
  const captions = findInside(card, hasName('figcaption')).filter(
    (caption) => closestFigure(caption, card) === null,
  );
  const lines = captions.map((caption) => `<p>${innerHtml(caption)}</p>`).join('');
  return images.length === 0 ? lines : `<figure class="gallery">${images.join('')}</figure>${lines}`;
}

/** The figure or list item of one image of a gallery. */
function closestFigure({ parent }: Element, card: Element): Element | null {
  if (!parent || parent === card || !isElement(parent)) return null;
  return parent.name === 'figure' || parent.name === 'li' ? parent : closestFigure(parent, card);
}

function buttonHtml(block: Element): string {
  const [link] = findInside(block, hasName('a'));
  const href = link?.attribs.href ?? '';
  if (!link || href === '') return link ? `<p>${innerHtml(link)}</p>` : '';
  return `<p><a class="button" href="${escapeHtmlAttribute(href)}">${escapeHtml(textContent(link).trim())}</a></p>`;
}

function convertFile(block: Element, losses: Losses): void {
  const [link] = findInside(block, (element) => element.name === 'a' && element.attribs.href !== undefined);
  const [title] = findInside(block, withClass('kg-file-card-title'));
  replaceFile(block, link?.attribs.href ?? '', textContent(title ?? link ?? block), losses);
}

/** The controls of a player are buttons and images without a meaning outside it. */
function convertPlayer(name: 'audio' | 'video') {
  return (card: Element) => {
    const [player] = findInside(card, hasName(name));
    const [title] = findInside(card, withClass('kg-audio-title'));
    const [caption] = findInside(card, hasName('figcaption'));
    if (!player) return;
    if (title) player.attribs.title = textContent(title).trim();
    replaceWith(card, getOuterHTML(player) + (caption ? `<p>${innerHtml(caption)}</p>` : ''));
  };
}

function asUnknown(name: string, convert: (card: Element) => void) {
  return (card: Element, losses: Losses) => {
    losses.add('block.unknown', name);
    convert(card);
  };
}

function isWideFigure(element: Element): boolean {
  const classes = ['kg-width-wide', 'kg-width-full', 'alignwide', 'alignfull'];
  if (element.name !== 'figure' || !classes.some((name) => hasClass(element, name))) return false;
  return (
    element.children.some((child) => 'name' in child && child.name === 'img') ||
    findInside(element, hasName('img')).length === 1
  );
}
