import { removeElement, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { parseVideoLink } from '#blog/embed-contract.ts';
import { limitMarkup } from '#content/sanitize-content.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { toSitePath } from '../foreign-fields.ts';
import type { Losses } from '../foreign-site.ts';
import { convertCards } from './convert-cards.ts';
import {
  type Document,
  type Element,
  eachElement,
  findInside,
  innerHtml,
  isElement,
  replaceWith,
  unwrap,
} from './dom.ts';
import { convertEmbeds, embedHtml, linkHtml } from './embeds.ts';

export interface HtmlSource {
  /** Of the site. */
  url: string | null;
  hasAddress(path: string): boolean;
  findOriginal(url: string): string;
}

/** HTML of another program in the elements that posts can have. It still has to be sanitized. */
export function convertHtml(html: string, source: HtmlSource, losses: Losses) {
  const document = parseDocument(limitMarkup(html));
  convertCards(document, losses);
  convertEmbeds(document, losses);
  convertBareLinks(document);
  const images = [...eachElement(document, ({ name }) => name === 'img')].filter(setImageUrl);
  for (const image of images) {
    image.attribs.src = toAbsolute(source.findOriginal(image.attribs.src ?? ''), source.url);
    unwrapImageLink(image, source);
  }
  for (const link of eachElement(document, ({ name, attribs }) => name === 'a' && attribs.href !== undefined))
    shortenLink(link, source);
  return {
    /** Absolute, or paths of the site. */
    imageUrls: [...new Set(images.map(({ attribs }) => attribs.src ?? ''))],
    /** With the images that `resolve` has found; the others keep their URLs. */
    render(resolve: (url: string) => string | null): string {
      for (const { attribs } of images) attribs.src = resolve(attribs.src ?? '') ?? attribs.src ?? '';
      return innerHtml(document);
    },
  };
}

/** Scripts that load images later keep their URL elsewhere. Images without any are removed. */
function setImageUrl(image: Element): boolean {
  const { attribs } = image;
  const lazy = attribs['data-src'] ?? attribs['data-lazy-src'] ?? attribs['data-original'];
  const isPlaceholder = lazy !== undefined && /^data:|^$|blank|placeholder|loading/i.test(attribs.src ?? '');
  const src = ((isPlaceholder ? lazy : attribs.src) ?? lazy ?? '').trim();
  // WordPress.com's smileys and statistics.
  const isDecoration = /(?:^|\s)(?:wp-smiley|emoji)(?:\s|$)/.test(attribs.class ?? '') || isPixel(attribs);
  if (src !== '' && !isDecoration) attribs.src = src;
  else if (isDecoration && attribs.alt) replaceWith(image, escapeHtml(attribs.alt));
  else removeElement(image);
  return src !== '' && !isDecoration;
}

function isPixel({ width, height }: Record<string, string>): boolean {
  return width === '1' && height === '1';
}

export function toAbsolute(url: string, siteUrl: string | null): string {
  if (/^(?:https?:)?\/\//i.test(url) || siteUrl === null || /^data:/i.test(url)) return url;
  return URL.parse(url, `${siteUrl}/`)?.href ?? url;
}

const imageFile = /\.(?:jpe?g|png|gif|webp|avif|bmp|svg)$/i;

/** WordPress links images to their own files. */
function unwrapImageLink(image: Element, { url }: HtmlSource): void {
  const link = image.parent;
  if (!link || !isElement(link) || link.name !== 'a') return;
  const path = toSitePath(link.attribs.href ?? '', url);
  if (path !== null && imageFile.test(path.split('?', 1)[0] ?? '')) unwrap(link);
}

/** A link to a post of the same site works under any domain, because the address redirects. */
function shortenLink({ attribs }: Element, { url, hasAddress }: HtmlSource): void {
  const [address = '', hash] = (attribs.href ?? '').trim().split('#', 2);
  const path = toSitePath(address, url);
  if (path !== null && hasAddress(path)) attribs.href = path + (hash === undefined ? '' : `#${hash}`);
}

/** WordPress embeds a URL that is alone on its line. */
function convertBareLinks(document: Document): void {
  for (const paragraph of eachElement(document, ({ name }) => name === 'p')) {
    const text = textContent(paragraph).trim();
    if (!/^https?:\/\/\S{4,2000}$/.test(text) || !URL.canParse(text)) continue;
    const [link] = findInside(paragraph, ({ name }) => name === 'a');
    if (link && link.attribs.href !== text) continue;
    if (parseVideoLink(text)) replaceWith(paragraph, embedHtml(text, text));
    else if (!link) replaceWith(paragraph, `<p>${linkHtml(text, text)}</p>`);
  }
}
