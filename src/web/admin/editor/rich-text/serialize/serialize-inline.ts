import type { Mark, Node } from '@tiptap/pm/model';
import { isExternalUrl, normalizeLinkUrl } from '../extensions/link-url.ts';

/** Inline content without children, and its marks, outermost first. */
interface Leaf {
  html: string;
  marks: readonly Mark[];
  kind: 'text' | 'image' | 'blank';
}

/** Like the server, writes no leading, trailing or double spaces and no marks around spaces alone. */
export function serializeInline(block: Node): string {
  const leaves: Leaf[] = [];
  block.forEach((node) => {
    const leaf = toLeaf(node);
    if (leaf) leaves.push(leaf);
  });
  const first = leaves.findIndex(({ kind }) => kind !== 'blank');
  if (first === -1) return '';
  const last = leaves.findLastIndex(({ kind }) => kind !== 'blank');
  const visibleLeaves = removeEmptyLinks(leaves.slice(first, last + 1));
  let html = '';
  let open: readonly Mark[] = [];
  let blank = '';
  let blankMarks: readonly Mark[] | null = null;
  for (const { html: leafHtml, marks, kind } of visibleLeaves) {
    if (kind === 'blank') {
      blank += leafHtml;
      blankMarks = blankMarks ? blankMarks.filter((mark) => mark.isInSet(marks)) : marks;
      continue;
    }
    const sharedMarks = blankMarks;
    const common = countSharedMarks(open, marks, (mark) => !sharedMarks || mark.isInSet(sharedMarks));
    html += closeTags(open.slice(common)) + blank + openTags(marks.slice(common)) + leafHtml;
    open = marks;
    blank = '';
    blankMarks = null;
  }
  return collapseSpaces(html + closeTags(open));
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Skips null and undefined attributes. */
export function startTag(name: string, attributes: Record<string, unknown>): string {
  const attributesHtml = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeHtml(String(value)).replaceAll('"', '&quot;')}"`);
  return `<${name}${attributesHtml.join('')}>`;
}

/** Normalizes alternative text the way the server does. */
export function normalizeAltText(text: unknown): string {
  return typeof text === 'string' ? text.normalize('NFC').replace(/\s+/g, ' ').trim() : '';
}

export function serializeImage({ attrs }: Node): string {
  if (typeof attrs.src !== 'string' || attrs.src === '') return '';
  const { src, width, height } = attrs;
  return startTag('img', { src, alt: normalizeAltText(attrs.alt), width, height });
}

function toLeaf(node: Node): Leaf | null {
  const marks = node.marks.filter((mark) => toTag(mark) !== null);
  if (node.isText) {
    const text = (node.text ?? '').replace(/[ \t\n\r\f]+/g, ' ');
    return { html: escapeHtml(text), marks, kind: text.trim() === '' ? 'blank' : 'text' };
  }
  if (node.type.name === 'hardBreak') return { html: '<br>', marks, kind: 'blank' };
  if (node.type.name !== 'image') return null;
  const html = serializeImage(node);
  return html === ''
    ? null
    : { html, marks, kind: normalizeAltText(node.attrs.alt) === '' ? 'image' : 'text' };
}

/** Screen readers can't announce a link without text. */
function removeEmptyLinks(leaves: readonly Leaf[]): Leaf[] {
  const findLink = (leaf: Leaf | undefined) => leaf?.marks.find(({ type }) => type.name === 'link');
  const hasText = (from: number, step: 1 | -1): boolean => {
    const link = findLink(leaves[from]);
    for (let at = from; link && findLink(leaves[at])?.eq(link); at += step)
      if (leaves[at]?.kind === 'text') return true;
    return false;
  };
  return leaves.map((leaf, index) => {
    if (leaf.kind !== 'image' || hasText(index, 1) || hasText(index, -1)) return leaf;
    return { ...leaf, marks: leaf.marks.filter(({ type }) => type.name !== 'link') };
  });
}

function countSharedMarks(a: readonly Mark[], b: readonly Mark[], isShared: (mark: Mark) => boolean): number {
  const differs = a.findIndex((mark, index) => !b[index]?.eq(mark) || !isShared(mark));
  return differs === -1 ? a.length : differs;
}

const markTags: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
};

function toTag({ type, attrs }: Mark): { name: string; open: string } | null {
  if (type.name === 'link') {
    const href = normalizeLinkUrl(String(attrs.href ?? ''));
    return href === null
      ? null
      : { name: 'a', open: startTag('a', { href, rel: isExternalUrl(href) ? 'noopener' : null }) };
  }
  if (type.name === 'language') return { name: 'span', open: startTag('span', attrs) };
  const name = markTags[type.name];
  return name ? { name, open: `<${name}>` } : null;
}

function openTags(marks: readonly Mark[]): string {
  return marks.map((mark) => toTag(mark)?.open ?? '').join('');
}

function closeTags(marks: readonly Mark[]): string {
  return marks
    .map((mark) => `</${toTag(mark)?.name}>`)
    .reverse()
    .join('');
}

/** Removes spaces at both ends and next to breaks, and double spaces, even across tags. */
function collapseSpaces(html: string): string {
  let result = '';
  let endsWithSpace = true;
  for (const part of html.split(/(<[^>]*>)/)) {
    if (part === '') continue;
    if (part.startsWith('<')) {
      if (part === '<br>') result = trimEndSpace(result);
      result += part;
      if (part === '<br>') endsWithSpace = true;
      else if (part.startsWith('<img')) endsWithSpace = false;
      continue;
    }
    const single: string = part.replace(/ {2,}/g, ' ');
    const text: string = endsWithSpace ? single.replace(/^ /, '') : single;
    result += text;
    if (text !== '') endsWithSpace = text.endsWith(' ');
  }
  return trimEndSpace(result);
}

/** Removes the last space, even before closing tags. */
function trimEndSpace(html: string): string {
  return html.replace(/ +((?:<\/[a-z]+>)*)$/, '$1');
}
