import { removeElement, textContent } from 'domutils';
import { parseVideoLink } from '#blog/embed-contract.ts';
import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import type { Losses } from '../foreign-site.ts';
import { type Document, type Element, eachElement, findInside, replaceWith } from './dom.ts';

export function linkHtml(url: string, text: string): string {
  return `<a href="${escapeHtmlAttribute(url)}">${escapeHtml(text)}</a>`;
}

/** A player or, for pages that have none here, a card with a link. */
export function embedHtml(url: string, title: string): string {
  return `<figure class="embed">${linkHtml(url, title.trim() || url)}</figure>`;
}

export function convertEmbeds(document: Document, losses: Losses): void {
  for (const element of eachElement(document, ({ name }) => Object.hasOwn(converters, name)))
    converters[element.name]?.(element, losses);
  for (const figure of eachElement(document, isEmbedBlock)) convertEmbedBlock(figure, losses);
}

const converters: Record<string, (element: Element, losses: Losses) => void> = {
  iframe: convertFrame,
  embed: convertFrame,
  object(element, losses) {
    const [inner] = findInside(element, ({ name, attribs }) => name === 'embed' && attribs.src !== undefined);
    const [movie] = findInside(element, ({ name, attribs }) => name === 'param' && attribs.name === 'movie');
    const url = inner?.attribs.src ?? movie?.attribs.value ?? element.attribs.data ?? '';
    replaceFrame(element, url, '', losses);
  },
  script(element, losses) {
    const { src = '', type = '' } = element.attribs;
    if (!/ld\+json/.test(type)) losses.add('script', hostOf(src));
    removeElement(element);
  },
  style: removeElement,
  noscript: removeElement,
  video: convertMedia,
  audio: convertMedia,
  form(element, losses) {
    losses.add('form');
    removeElement(element);
  },
};

function convertFrame(element: Element, losses: Losses): void {
  const { attribs } = element;
  replaceFrame(element, attribs.src ?? attribs['data-src'] ?? '', attribs.title ?? '', losses);
}

function replaceFrame(element: Element, address: string, title: string, losses: Losses): void {
  const url = toPageUrl(address);
  if (url === null) {
    losses.add('embed.link', address);
    removeElement(element);
    return;
  }
  if (!parseVideoLink(url)) losses.add('embed.link', hostOf(url));
  replaceWith(element, embedHtml(url, title));
}

/** Of a player's address; the old Flash players of YouTube have `/v/` in it. */
function toPageUrl(address: string): string | null {
  const url = URL.parse(address.trim().replace(/^\/\//, 'https://'));
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  if (/(?:^|\.)youtube(?:-nocookie)?\.com$/.test(url.hostname)) {
    const id = /^\/(?:v|embed)\/([\w-]{11})/.exec(url.pathname)?.[1];
    if (id) return `https://www.youtube.com/watch?v=${id}`;
  }
  if (url.hostname === 'player.vimeo.com') {
    const id = /^\/video\/(\d+)/.exec(url.pathname)?.[1];
    const hash = url.searchParams.get('h');
    if (id) return `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`;
  }
  return url.href;
}

function convertMedia(element: Element, losses: Losses): void {
  const [source] = findInside(element, ({ name, attribs }) => name === 'source' && attribs.src !== undefined);
  const url = element.attribs.src ?? source?.attribs.src ?? '';
  replaceFile(element, url, element.attribs.title ?? '', losses);
}

/** Recordings and other files can't be stored here, so they stay where they are. */
export function replaceFile(element: Element, url: string, title: string, losses: Losses): void {
  if (url === '') {
    removeElement(element);
    return;
  }
  losses.add('media.link', fileName(url));
  replaceWith(element, `<p>${linkHtml(url, title.trim() || fileName(url))}</p>`);
}

function isEmbedBlock(element: Element): boolean {
  return element.name === 'figure' && /(?:^|\s)wp-block-embed(?:\s|$)/.test(element.attribs.class ?? '');
}

/** WordPress stores only the URL, and asks the site for its player on each view. */
function convertEmbedBlock(figure: Element, losses: Losses): void {
  const [caption] = findInside(figure, ({ name }) => name === 'figcaption');
  const captionText = caption ? textContent(caption).trim() : '';
  if (caption) removeElement(caption);
  const url = /https?:\/\/[^\s<"]+/.exec(textContent(figure))?.[0];
  if (!url) return;
  if (!parseVideoLink(url)) losses.add('embed.link', hostOf(url));
  replaceWith(figure, embedHtml(url, captionText));
}

function hostOf(url: string): string {
  return URL.parse(url.replace(/^\/\//, 'https://'))?.host ?? '';
}

function fileName(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path.split('/').at(-1) || url;
}
