import { ElementType, type parseDocument } from 'htmlparser2';
import { escapeAttribute, escapeText, soundText } from './sound-text.ts';

export type Node = ReturnType<typeof parseDocument>['children'][number];
export type Element = Extract<Node, { attribs: unknown }>;
type Text = Exclude<
  Extract<Node, { data: string }>,
  { name: string } | { type: ElementType.ElementType.Comment }
>;

export function isTag(node: Node): node is Element {
  return ElementType.isTag(node);
}

export function isText(node: Node): node is Text {
  return node.type === ElementType.Text;
}

/** An element around words: emphasis, a link, a language. The same object for all words that it holds. */
export interface Mark {
  name: string;
  open: string;
}

/** A piece of a line that holds nothing else, and the marks it stands in, the outermost first. */
export interface Leaf {
  html: string;
  marks: readonly Mark[];
  /** `picture`: one without words. */
  kind: 'words' | 'picture' | 'blank';
}

const markNames = new Set(['a', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'span']);
/** A `span` says the language of a text; further ones inside say nothing new. */
const spansMax = 3;

export const isMark = ({ name }: Element) => markNames.has(name);

export function openTag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  return `<${name}${written.join('')}>`;
}

/** The marks inside an element: one more where it is a mark that says something new. A `div` may say a language. */
export function marksInside(element: Element, marks: readonly Mark[]): readonly Mark[] {
  const { attribs } = element;
  const name = element.name === 'div' ? 'span' : element.name;
  const already = marks.filter((mark) => mark.name === name).length;
  if (!markNames.has(name) || already >= (name === 'span' ? spansMax : 1)) return marks;
  if ((name === 'span' && !attribs.lang && !attribs.dir) || (name === 'a' && !attribs.href)) return marks;
  return [...marks, { name, open: openTag(name, attribs) }];
}

/** The leaf a node is, or null where it may hold others. */
export function leafOf(node: Node, marks: readonly Mark[]): Leaf | null {
  if (isText(node)) {
    const text = soundText(node.data).replace(/[ \t\n]+/g, ' ');
    return { html: escapeText(text), marks, kind: text.trim() === '' ? 'blank' : 'words' };
  }
  if (!isTag(node)) return { html: '', marks, kind: 'blank' };
  const { name, attribs } = node;
  if (name === 'br') return { html: '<br>', marks, kind: 'blank' };
  if (name !== 'img') return null;
  const { src, alt = '', ...rest } = attribs;
  if (!src) return { html: '', marks, kind: 'blank' };
  return {
    html: openTag('img', { src, alt, ...rest }),
    marks,
    kind: alt.trim() === '' ? 'picture' : 'words',
  };
}

/** All leaves, of blocks too, which a space parts. */
export function leavesOf(nodes: readonly Node[], marks: readonly Mark[]): Leaf[] {
  return nodes.flatMap((node): Leaf[] => {
    const leaf = leafOf(node, marks);
    if (leaf) return [leaf];
    if (!isTag(node)) return [];
    const inner = leavesOf(node.children, marksInside(node, marks));
    return isMark(node) ? inner : [...inner, { html: ' ', marks, kind: 'blank' }];
  });
}

/** As `leavesOf`, with every space and line end kept. */
export function preformattedLeaves(nodes: readonly Node[], marks: readonly Mark[]): Leaf[] {
  return nodes.flatMap((node): Leaf[] => {
    if (isText(node)) {
      return [{ html: escapeText(soundText(node.data)), marks, kind: 'words' }];
    }
    if (!isTag(node)) return [];
    if (node.name === 'br') return [{ html: '\n', marks, kind: 'words' }];
    const leaf = leafOf(node, marks);
    if (leaf) return leaf.kind === 'blank' ? [] : [leaf];
    const inner = preformattedLeaves(node.children, marksInside(node, marks));
    return isMark(node) || node.next === null ? inner : [...inner, { html: '\n', marks, kind: 'words' }];
  });
}

/** A line of leaves, its marks opened and closed around them; empty where nothing would be seen. */
export function writeLine(leaves: readonly Leaf[]): string {
  const first = leaves.findIndex((leaf) => leaf.kind !== 'blank');
  const last = leaves.findLastIndex((leaf) => leaf.kind !== 'blank');
  const readable = new Set(leaves.filter((leaf) => leaf.kind === 'words').flatMap((leaf) => leaf.marks));
  const shown = leaves.slice(first === -1 ? leaves.length : first, last + 1).map((leaf) => ({
    ...leaf,
    // A link without a word can't be read out.
    marks: leaf.marks.filter((mark) => mark.name !== 'a' || readable.has(mark)),
  }));
  let html = '';
  let open: readonly Mark[] = [];
  let blank = '';
  for (const { html: own, marks, kind } of shown) {
    if (kind === 'blank') {
      blank += own;
      continue;
    }
    const common = sharedStart(open, marks);
    html +=
      closing(open.slice(common)) +
      blank +
      marks
        .slice(common)
        .map((mark) => mark.open)
        .join('') +
      own;
    open = marks;
    blank = '';
  }
  return html + closing(open);
}

function closing(marks: readonly Mark[]): string {
  return marks
    .map((mark) => `</${mark.name}>`)
    .reverse()
    .join('');
}

function sharedStart(one: readonly Mark[], other: readonly Mark[]): number {
  const differs = one.findIndex((mark, index) => mark !== other[index]);
  return differs === -1 ? one.length : differs;
}
