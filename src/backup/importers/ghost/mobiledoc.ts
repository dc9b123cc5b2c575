import { textBytesMax } from '#blog/contract.ts';
import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { parseJson } from '#platform/json.ts';
import type { Losses } from '../foreign-site.ts';
import { renderCard } from './cards.ts';

interface Mobiledoc {
  atoms: unknown[];
  cards: unknown[];
  markups: unknown[];
  sections: unknown[];
  /** A small document can repeat a large card, atom or link any number of times. */
  charactersLeft: number;
}

const markupTags = /^(?:b|strong|i|em|s|u|code|sub|sup|mark|a|del|ins)$/;

/** The documents of Ghost 1 to 4, version 0.3 of the format. Null if it isn't one. */
export function mobiledocToHtml(json: string, losses: Losses): string | null {
  const document = parse(json);
  if (document === null) return null;
  return document.sections.map((section) => renderSection(document, toList(section), losses)).join('');
}

function parse(json: string): Mobiledoc | null {
  const { atoms, cards, markups, sections } = (parseJson(json) ?? {}) as Record<string, unknown>;
  if (!Array.isArray(sections)) return null;
  const charactersLeft = json.length + 8 * textBytesMax;
  return { atoms: toList(atoms), cards: toList(cards), markups: toList(markups), sections, charactersLeft };
}

function renderSection(document: Mobiledoc, [kind, first, second]: unknown[], losses: Losses): string {
  switch (kind) {
    case 1: {
      const tag = /^(?:p|h[1-6]|blockquote|aside)$/.test(String(first)) ? String(first) : 'p';
      const line = renderMarkers(document, toList(second), losses);
      if (tag === 'blockquote' || tag === 'aside') return `<blockquote><p>${line}</p></blockquote>`;
      return `<${tag}>${line}</${tag}>`;
    }
    case 2:
      return `<figure><img src="${escapeHtmlAttribute(String(first ?? ''))}"></figure>`;
    case 3: {
      const tag = first === 'ol' ? 'ol' : 'ul';
      const items = toList(second).map(
        (markers) => `<li>${renderMarkers(document, toList(markers), losses)}</li>`,
      );
      return `<${tag}>${items.join('')}</${tag}>`;
    }
    case 10: {
      if (document.charactersLeft <= 0) return '';
      const [name, payload] = toList(document.cards[Number(first)]);
      const fields = typeof payload === 'object' && payload !== null ? payload : {};
      const html = renderCard(String(name ?? ''), fields as Record<string, unknown>, losses);
      document.charactersLeft -= html.length;
      return html;
    }
    default:
      return '';
  }
}

function renderMarkers(document: Mobiledoc, markers: unknown[], losses: Losses): string {
  const { atoms, markups } = document;
  let html = '';
  const open: string[] = [];
  for (const marker of markers) {
    if (document.charactersLeft <= 0) break;
    const lengthBefore = html.length;
    const [kind, opened, closed, value] = toList(marker);
    for (const index of toList(opened)) {
      if (html.length - lengthBefore > document.charactersLeft) break;
      const [name, attributes] = toList(markups[Number(index)]);
      const tag = markupTags.test(String(name)) ? String(name) : 'span';
      html += `<${tag}${tag === 'a' ? ` href="${escapeHtmlAttribute(findHref(toList(attributes)))}"` : ''}>`;
      open.push(tag);
    }
    if (kind === 0) html += escapeHtml(String(value ?? ''));
    else html += renderAtom(toList(atoms[Number(value)]), losses);
    for (let count = Math.min(Number(closed) || 0, open.length); count > 0; count -= 1)
      html += `</${open.pop()}>`;
    document.charactersLeft -= html.length - lengthBefore;
  }
  return (
    html +
    open
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join('')
  );
}

function renderAtom([name, value]: unknown[], losses: Losses): string {
  if (name === 'soft-return') return '<br>';
  losses.add('block.unknown', String(name ?? ''));
  return escapeHtml(String(value ?? ''));
}

/** Attributes are a flat list of names and values. */
function findHref(attributes: unknown[]): string {
  const index = attributes.indexOf('href');
  return index === -1 ? '' : String(attributes[index + 1] ?? '');
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
