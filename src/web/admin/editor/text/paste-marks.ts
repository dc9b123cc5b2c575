import { isExternalUrl, normalizeLinkUrl } from './link-address.ts';
import type { PastedElement } from './paste-nodes.ts';
import { type InlineStyle, isBold, isItalic } from './paste-style.ts';
import { startTag } from './write-line.ts';

/** Nesting order of the marks, outermost first. */
const order = ['a', 'strong', 'em', 'u', 's', 'code', 'sub', 'sup'];
const names: Record<string, string> = {
  ...{ u: 'u', ins: 'u', s: 's', del: 's', strike: 's', sub: 'sub', sup: 'sup' },
  ...{ code: 'code', kbd: 'code', samp: 'code', tt: 'code' },
};

/** The inherited marks, changed by the element's name and style. */
export function pastedMarks(
  { name, attribs }: PastedElement,
  style: InlineStyle,
  parentMarks: readonly string[],
  isHeading: boolean,
): readonly string[] {
  const marks = new Map(parentMarks.map((mark) => [tagName(mark), mark]));
  const set = (mark: string, isOn: boolean | null) => {
    if (isOn) marks.set(mark, `<${mark}>`);
    else if (isOn === false) marks.delete(mark);
  };
  set('strong', isHeading ? null : isBold(name, style));
  set('em', isItalic(name, style));
  const elementMark = names[name];
  if (elementMark) set(elementMark, true);
  const line = style['text-decoration'] ?? style['text-decoration-line'] ?? '';
  if (/line-through/.test(line)) set('s', true);
  if (style['vertical-align'] === 'super') set('sup', true);
  if (style['vertical-align'] === 'sub') set('sub', true);
  const href = name === 'a' ? normalizePastedUrl(attribs.href ?? '') : null;
  if (href !== null) marks.set('a', startTag('a', { href, rel: isExternalUrl(href) ? 'noopener' : null }));
  // Links are underlined anyway.
  if (/underline/.test(line) && !marks.has('a')) set('u', true);
  if (marks.has('a')) marks.delete('u');
  return order.flatMap((mark) => marks.get(mark) ?? []);
}

/** Unwraps Google's redirects and drops fragment links, which have no target here. */
function normalizePastedUrl(rawHref: string): string | null {
  if (rawHref.trim().startsWith('#')) return null;
  const href = normalizeLinkUrl(rawHref);
  if (href === null) return null;
  const url = URL.parse(href);
  const redirectTarget =
    url?.pathname === '/url' && /(?:^|\.)google\.[a-z.]+$/.test(url.hostname)
      ? url.searchParams.get('q')
      : null;
  return redirectTarget === null ? href : normalizeLinkUrl(redirectTarget);
}

function tagName(mark: string): string {
  return /^<([a-z]+)/.exec(mark)?.[1] ?? '';
}
