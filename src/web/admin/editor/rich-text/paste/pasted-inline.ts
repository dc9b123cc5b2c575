import { isExternalUrl, normalizeLinkUrl } from '../extensions/link-url.ts';
import { escapeHtml, startTag } from '../serialize/serialize-inline.ts';
import type { PastedElement } from './pasted-nodes.ts';
import { type InlineStyle, isBold, isItalic } from './pasted-styles.ts';

/** Inline HTML and its opening tags, outermost first. */
export interface PastedInline {
  html: string;
  marks: readonly string[];
  isBlank: boolean;
}

export function toPastedText(text: string, marks: readonly string[]): PastedInline {
  const collapsed = text
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/[ \t\r\n\f\u00a0]{2,}|[\t\r\n\f]|^\u00a0$/g, ' ');
  return { html: escapeHtml(collapsed), marks, isBlank: collapsed.trim() === '' };
}

/** Wraps the text in its marks; neighbors with the same marks share them. */
export function serializePastedInline(leaves: readonly PastedInline[]): string {
  const first = leaves.findIndex(({ isBlank }) => !isBlank);
  const last = leaves.findLastIndex(({ isBlank }) => !isBlank);
  if (first === -1) return '';
  let html = '';
  let open: readonly string[] = [];
  for (const { html: inner, marks } of leaves.slice(first, last + 1)) {
    const differs = open.findIndex((mark, index) => mark !== marks[index]);
    const common = differs === -1 ? open.length : differs;
    html += closeTags(open.slice(common)) + marks.slice(common).join('') + inner;
    open = marks;
  }
  return (html + closeTags(open)).replace(/ {2,}/g, ' ').trim();
}

function closeTags(marks: readonly string[]): string {
  return marks
    .map((mark) => `</${/^<([a-z]+)/.exec(mark)?.[1]}>`)
    .reverse()
    .join('');
}

/** Nesting order of the marks, outermost first. */
const markOrder = ['a', 'strong', 'em', 'u', 's', 'code', 'sub', 'sup'];
const elementMarks: Record<string, string> = {
  u: 'u',
  ins: 'u',
  s: 's',
  del: 's',
  strike: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

export function getPastedMarks(
  { name, attribs }: PastedElement,
  style: InlineStyle,
  parentMarks: readonly string[],
  isHeading: boolean,
): readonly string[] {
  const marks = new Map(parentMarks.map((mark) => [parseTagName(mark), mark]));
  const set = (mark: string, isOn: boolean | null) => {
    if (isOn) marks.set(mark, `<${mark}>`);
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
  if (href !== null) marks.set('a', startTag('a', { href, rel: isExternalUrl(href) ? 'noopener' : null }));
  // Links are underlined anyway.
  if (/underline/.test(line) && !marks.has('a')) set('u', true);
  if (marks.has('a')) marks.delete('u');
  return markOrder.flatMap((mark) => marks.get(mark) ?? []);
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

function parseTagName(mark: string): string {
  return /^<([a-z]+)/.exec(mark)?.[1] ?? '';
}
