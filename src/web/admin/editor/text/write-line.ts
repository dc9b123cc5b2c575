import type { Mark, Node } from '@tiptap/pm/model';
import { leavesSite, linkAddress } from './link-address.ts';

/** A piece of a line that holds nothing else, and the marks it stands in, the outermost first. */
interface Leaf {
  html: string;
  marks: readonly Mark[];
  kind: 'words' | 'picture' | 'blank';
}

/** A line of text as the server keeps it: no blanks at its ends, none twice, no mark around blanks alone. */
export function writeLine(block: Node): string {
  const leaves: Leaf[] = [];
  block.forEach((node) => {
    const leaf = leafOf(node);
    if (leaf) leaves.push(leaf);
  });
  const first = leaves.findIndex(({ kind }) => kind !== 'blank');
  if (first === -1) return '';
  const last = leaves.findLastIndex(({ kind }) => kind !== 'blank');
  const shown = withoutEmptyLinks(leaves.slice(first, last + 1));
  let html = '';
  let open: readonly Mark[] = [];
  let blank = '';
  let marksOfBlank: readonly Mark[] | null = null;
  for (const { html: own, marks, kind } of shown) {
    if (kind === 'blank') {
      blank += own;
      marksOfBlank = marksOfBlank ? marksOfBlank.filter((mark) => mark.isInSet(marks)) : marks;
      continue;
    }
    const stays = marksOfBlank;
    const common = sharedStart(open, marks, (mark) => !stays || mark.isInSet(stays));
    html += closing(open.slice(common)) + blank + opening(marks.slice(common)) + own;
    open = marks;
    blank = '';
    marksOfBlank = null;
  }
  return settled(html + closing(open));
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An element's beginning; attributes that are null are left out. */
export function openTag(name: string, attributes: Record<string, unknown>): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`);
  return `<${name}${written.join('')}>`;
}

/** One line of words, as the server writes an alternative text. */
export function soundLine(text: unknown): string {
  return typeof text === 'string' ? text.normalize('NFC').replace(/\s+/g, ' ').trim() : '';
}

export function writeImage({ attrs }: Node): string {
  if (typeof attrs.src !== 'string' || attrs.src === '') return '';
  const { src, width, height } = attrs;
  return openTag('img', { src, alt: soundLine(attrs.alt), width, height });
}

function leafOf(node: Node): Leaf | null {
  const marks = node.marks.filter((mark) => tagOf(mark) !== null);
  if (node.isText) {
    const text = (node.text ?? '').replace(/[ \t\n\r\f]+/g, ' ');
    return { html: escapeText(text), marks, kind: text.trim() === '' ? 'blank' : 'words' };
  }
  if (node.type.name === 'hardBreak') return { html: '<br>', marks, kind: 'blank' };
  if (node.type.name !== 'image') return null;
  const html = writeImage(node);
  return html === '' ? null : { html, marks, kind: soundLine(node.attrs.alt) === '' ? 'picture' : 'words' };
}

/** A link without a word can't be read out. */
function withoutEmptyLinks(leaves: readonly Leaf[]): Leaf[] {
  const linkOf = (leaf: Leaf | undefined) => leaf?.marks.find(({ type }) => type.name === 'link');
  const hasWords = (from: number, step: 1 | -1): boolean => {
    const link = linkOf(leaves[from]);
    for (let at = from; link && linkOf(leaves[at])?.eq(link); at += step)
      if (leaves[at]?.kind === 'words') return true;
    return false;
  };
  return leaves.map((leaf, index) => {
    if (leaf.kind !== 'picture' || hasWords(index, 1) || hasWords(index, -1)) return leaf;
    return { ...leaf, marks: leaf.marks.filter(({ type }) => type.name !== 'link') };
  });
}

function sharedStart(one: readonly Mark[], other: readonly Mark[], stays: (mark: Mark) => boolean): number {
  const differs = one.findIndex((mark, index) => !other[index]?.eq(mark) || !stays(mark));
  return differs === -1 ? one.length : differs;
}

const tags: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
};

/** null: a mark that says nothing there. */
function tagOf({ type, attrs }: Mark): { name: string; open: string } | null {
  if (type.name === 'link') {
    const href = linkAddress(String(attrs.href ?? ''));
    return href === null
      ? null
      : { name: 'a', open: openTag('a', { href, rel: leavesSite(href) ? 'noopener' : null }) };
  }
  if (type.name === 'language') return { name: 'span', open: openTag('span', attrs) };
  const name = tags[type.name];
  return name ? { name, open: `<${name}>` } : null;
}

function opening(marks: readonly Mark[]): string {
  return marks.map((mark) => tagOf(mark)?.open ?? '').join('');
}

function closing(marks: readonly Mark[]): string {
  return marks
    .map((mark) => `</${tagOf(mark)?.name}>`)
    .reverse()
    .join('');
}

/** Blanks at the ends and beside line breaks, and a second one beside the first, whatever marks stand between. */
function settled(html: string): string {
  let out = '';
  let endsBlank = true;
  for (const part of html.split(/(<[^>]*>)/)) {
    if (part === '') continue;
    if (part.startsWith('<')) {
      if (part === '<br>') out = withoutEndBlank(out);
      out += part;
      if (part === '<br>') endsBlank = true;
      else if (part.startsWith('<img')) endsBlank = false;
      continue;
    }
    const single: string = part.replace(/ {2,}/g, ' ');
    const text: string = endsBlank ? single.replace(/^ /, '') : single;
    out += text;
    if (text !== '') endsBlank = text.endsWith(' ');
  }
  return withoutEndBlank(out);
}

/** Without the last blank, also where marks are closed behind it. */
function withoutEndBlank(html: string): string {
  return html.replace(/ +((?:<\/[a-z]+>)*)$/, '$1');
}
