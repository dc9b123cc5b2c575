import { isExternalUrl, sanitizeUrl } from '#content/link-url.ts';
import type { HtmlElement, HtmlNode } from '#content/normalize-html.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { type Attributes, buildElement } from '../html-tree.ts';
import { type InlineStyle, isBold, isItalic } from './pasted-elements.ts';

/** Attributes by element name. */
export type PastedMarks = ReadonlyMap<string, Attributes>;

/** Nesting order, outermost first. */
const markOrder = 'a abbr time cite kbd mark strong em u s code sub sup'.split(' ');
const elementMarks: Record<string, string> = {
  u: 'u',
  ins: 'u',
  s: 's',
  del: 's',
  strike: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  kbd: 'kbd',
  mark: 'mark',
  cite: 'cite',
  samp: 'code',
  tt: 'code',
};

export function wrapInMarks(node: HtmlNode, marks: PastedMarks): HtmlNode {
  return markOrder
    .filter((name) => marks.has(name))
    .reduceRight((inner, name) => buildElement(name, marks.get(name), [inner]), node);
}

export function getPastedMarks(
  { name, attribs }: HtmlElement,
  style: InlineStyle,
  parentMarks: PastedMarks,
  isHeading: boolean,
): PastedMarks {
  const marks = new Map(parentMarks);
  const set = (mark: string, isOn: boolean | null) => {
    if (isOn) marks.set(mark, {});
    else if (isOn === false) marks.delete(mark);
  };
  set('strong', isHeading ? null : isBold(name, style));
  set('em', isItalic(name, style));
  const elementMark = elementMarks[name];
  if (elementMark) set(elementMark, true);
  const line = style['text-decoration'] ?? style['text-decoration-line'] ?? '';
  if (/line-through/.test(line)) set('s', true);
  if (style['vertical-align'] === 'super') set('sup', true);
  if (style['vertical-align'] === 'sub') set('sub', true);
  const href = name === 'a' ? normalizePastedUrl(attribs.href ?? '') : null;
  if (href !== null) marks.set('a', { href, rel: isExternalUrl(href) ? 'noopener' : null });
  // Links are underlined anyway.
  if (/underline/.test(line)) set('u', true);
  if (marks.has('a')) marks.delete('u');
  if (name === 'abbr') marks.set('abbr', { title: normalizeLine(attribs.title ?? '') || null });
  if (name === 'time') marks.set('time', { datetime: attribs.datetime });
  return marks;
}

/** Unwraps Google's redirects and drops fragment links, which have no target here. */
function normalizePastedUrl(rawHref: string): string | null {
  if (rawHref.trim().startsWith('#')) return null;
  const href = sanitizeUrl(rawHref);
  if (href === null) return null;
  const url = URL.parse(href);
  const redirectTarget =
    url?.pathname === '/url' && /(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$/.test(url.hostname)
      ? url.searchParams.get('q')
      : null;
  return redirectTarget === null ? href : sanitizeUrl(redirectTarget);
}
