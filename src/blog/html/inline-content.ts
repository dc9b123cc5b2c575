import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { normalizeText } from '#platform/normalize-text.ts';

/** A node of htmlparser2's tree, or of the tree that the editor builds. */
export type HtmlNode = HtmlElement | HtmlText | { type: string };
export interface HtmlElement {
  type: string;
  name: string;
  attribs: Record<string, string>;
  children: readonly HtmlNode[];
}
export interface HtmlText {
  type: string;
  data: string;
}

export function isHtmlElement(node: HtmlNode): node is HtmlElement {
  return 'attribs' in node;
}

export function isTextNode(node: HtmlNode): node is HtmlText {
  return node.type === 'text';
}

export interface InlineMark {
  name: string;
  open: string;
}

export interface InlineLeaf {
  html: string;
  marks: readonly InlineMark[];
  kind: 'text' | 'image' | 'blank';
}

const markNames = new Set(['a', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'span']);
/** A `span` only sets a language or direction; deeper ones add nothing. */
const spansMax = 3;

export const isInlineMark = ({ name }: HtmlElement) => markNames.has(name);

export function renderOpenTag(name: string, attributes: Record<string, string>): string {
  const attributeList = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeHtmlAttribute(value)}"`,
  );
  return `<${name}${attributeList.join('')}>`;
}

/** A `div` counts as a `span`, which keeps its language. */
export function nestedMarks(element: HtmlElement, marks: readonly InlineMark[]): readonly InlineMark[] {
  const { attribs } = element;
  const name = element.name === 'div' ? 'span' : element.name;
  const nestingCount = marks.filter((mark) => mark.name === name).length;
  if (!markNames.has(name) || nestingCount >= (name === 'span' ? spansMax : 1)) return marks;
  if ((name === 'span' && !attribs.lang && !attribs.dir) || (name === 'a' && !attribs.href)) return marks;
  return [...marks, { name, open: renderOpenTag(name, attribs) }];
}

/** Null if the node can have children. */
export function toLeaf(node: HtmlNode, marks: readonly InlineMark[]): InlineLeaf | null {
  if (isTextNode(node)) {
    const text = normalizeText(node.data).replace(/[ \t\n]+/g, ' ');
    return { html: escapeHtml(text), marks, kind: text.trim() === '' ? 'blank' : 'text' };
  }
  if (!isHtmlElement(node)) return { html: '', marks, kind: 'blank' };
  const { name, attribs } = node;
  if (name === 'br') return { html: '<br>', marks, kind: 'blank' };
  if (name !== 'img') return null;
  const { src, alt = '', ...rest } = attribs;
  if (!src) return { html: '', marks, kind: 'blank' };
  return {
    html: renderOpenTag('img', { src, alt, ...rest }),
    marks,
    kind: alt.trim() === '' ? 'image' : 'text',
  };
}

export function collectLeaves(nodes: readonly HtmlNode[], marks: readonly InlineMark[]): InlineLeaf[] {
  return nodes.flatMap((node): InlineLeaf[] => {
    const leaf = toLeaf(node, marks);
    if (leaf) return [leaf];
    if (!isHtmlElement(node)) return [];
    const inner = collectLeaves(node.children, nestedMarks(node, marks));
    return isInlineMark(node) ? inner : [...inner, { html: ' ', marks, kind: 'blank' }];
  });
}

export function collectPreformattedLeaves(
  nodes: readonly HtmlNode[],
  marks: readonly InlineMark[],
): InlineLeaf[] {
  return nodes.flatMap((node, index): InlineLeaf[] => {
    if (isTextNode(node)) {
      return [{ html: escapeHtml(normalizeText(node.data)), marks, kind: 'text' }];
    }
    if (!isHtmlElement(node)) return [];
    if (node.name === 'br') return [{ html: '\n', marks, kind: 'text' }];
    const leaf = toLeaf(node, marks);
    if (leaf) return leaf.kind === 'blank' ? [] : [leaf];
    const inner = collectPreformattedLeaves(node.children, nestedMarks(node, marks));
    return isInlineMark(node) || index === nodes.length - 1
      ? inner
      : [...inner, { html: '\n', marks, kind: 'text' }];
  });
}

export function renderInline(leaves: readonly InlineLeaf[]): string {
  const first = leaves.findIndex((leaf) => leaf.kind !== 'blank');
  const last = leaves.findLastIndex((leaf) => leaf.kind !== 'blank');
  const readable = new Set(leaves.filter((leaf) => leaf.kind === 'text').flatMap((leaf) => leaf.marks));
  const visible = leaves.slice(first === -1 ? leaves.length : first, last + 1).map((leaf) => ({
    ...leaf,
    // Screen readers can't announce a link without text.
    marks: leaf.marks.filter((mark) => mark.name !== 'a' || readable.has(mark)),
  }));
  let html = '';
  let open: readonly InlineMark[] = [];
  let blank = '';
  for (const { html: leafHtml, marks, kind } of visible) {
    if (kind === 'blank') {
      blank += leafHtml;
      continue;
    }
    const common = sharedPrefixLength(open, marks);
    html +=
      renderCloseTags(open.slice(common)) +
      blank +
      marks
        .slice(common)
        .map((mark) => mark.open)
        .join('') +
      leafHtml;
    open = marks;
    blank = '';
  }
  return html + renderCloseTags(open);
}

function renderCloseTags(marks: readonly InlineMark[]): string {
  return marks
    .map((mark) => `</${mark.name}>`)
    .reverse()
    .join('');
}

function sharedPrefixLength(left: readonly InlineMark[], right: readonly InlineMark[]): number {
  const differs = left.findIndex((mark, index) => mark !== right[index]);
  return differs === -1 ? left.length : differs;
}
