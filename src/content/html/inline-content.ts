import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { normalizeText } from '#platform/normalize-text.ts';
import { parseNoteId } from '../block-contract.ts';
import { namesByRole } from '../elements.ts';

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
  close: string;
}

export interface InlineLeaf {
  html: string;
  marks: readonly InlineMark[];
  kind: 'text' | 'image' | 'blank';
}

const markNames = namesByRole('mark');
/** A `span` only sets a language or direction; deeper ones add nothing. */
const spansMax = 3;

export const isInlineMark = ({ name }: HtmlElement) => markNames.has(name);

export function renderOpenTag(name: string, attributes: Record<string, string>): string {
  const attributeList = Object.entries(attributes).map(([key, value]) =>
    key === 'open' ? ' open' : ` ${key}="${escapeHtmlAttribute(value)}"`,
  );
  return `<${name}${attributeList.join('')}>`;
}

function createMark(name: string, attributes: Record<string, string>): InlineMark {
  const open = renderOpenTag(name, attributes);
  // The parentheses keep the reading apart from the word wherever only text is left.
  if (name === 'rt') return { name, open: `<rp>(</rp>${open}`, close: '</rt><rp>)</rp>' };
  return { name, open, close: `</${name}>` };
}

/** A `div` counts as a `span`, which keeps its language. */
export function nestedMarks(element: HtmlElement, marks: readonly InlineMark[]): readonly InlineMark[] {
  const attribs = findMarkAttributes(element);
  const name = element.name === 'div' ? 'span' : element.name;
  const nestingCount = marks.filter((mark) => mark.name === name).length;
  if (!markNames.has(name) || nestingCount >= (name === 'span' ? spansMax : 1)) return marks;
  if ((name === 'span' && !attribs.lang && !attribs.dir) || (name === 'a' && !attribs.href)) return marks;
  if (name === 'time' && !attribs.datetime) return marks;
  const rubyIndex = marks.findIndex((mark) => mark.name === 'ruby');
  if (name === 'rt' && rubyIndex === -1) return marks;
  // A reading must be a child of its ruby.
  return marks.toSpliced(name === 'rt' ? rubyIndex + 1 : marks.length, 0, createMark(name, attribs));
}

function findMarkAttributes(element: HtmlElement): Record<string, string> {
  if (element.name === 'time') return findDateTime(element);
  if (element.name !== 'a' && element.name !== 'sup') return element.attribs;
  // Within a line, a button is a link, and a footnote without a target is superscript.
  const { class: _, ...attribs } = element.attribs;
  return attribs;
}

/** Without a valid attribute, the text of a `time` may be its value. */
function findDateTime({
  attribs: { datetime = '', ...attribs },
  children,
}: HtmlElement): Record<string, string> {
  const [first] = children;
  const text = children.length === 1 && first && isTextNode(first) ? first.data : '';
  const value = [datetime, text].map((candidate) => candidate.trim()).find(isDateTime);
  return value === undefined ? attribs : { datetime: value, ...attribs };
}

/** The id of the note that a footnote reference links to. Null for other elements. */
export function findReferencedNote({ name, attribs, children }: HtmlElement): string | null {
  if (name !== 'sup' || attribs.class !== 'footnote') return null;
  const link = children.filter(isHtmlElement).find((child) => child.name === 'a');
  const href = link?.attribs.href ?? '';
  return href.startsWith('#') ? (parseNoteId(href.slice(1)) ?? null) : null;
}

/** Without the number, which follows from the order. */
function renderReference(noteId: string): string {
  return `<sup class="footnote"><a href="#${noteId}"></a></sup>`;
}

/** Null if the node can have children. */
export function toLeaf(node: HtmlNode, marks: readonly InlineMark[]): InlineLeaf | null {
  if (isTextNode(node)) {
    const text = normalizeText(node.data).replace(/[ \t\n]+/g, ' ');
    return { html: escapeHtml(text), marks, kind: text.trim() === '' ? 'blank' : 'text' };
  }
  if (!isHtmlElement(node)) return { html: '', marks, kind: 'blank' };
  const { name, attribs } = node;
  const noteId = findReferencedNote(node);
  // A link can't contain another one, so the reference has no marks.
  if (noteId !== null) return { html: renderReference(noteId), marks: [], kind: 'image' };
  if (name === 'br') return { html: '<br>', marks, kind: 'blank' };
  if (name === 'rp') return { html: '', marks, kind: 'blank' };
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
    if (findReferencedNote(node) !== null) return [];
    const leaf = toLeaf(node, marks);
    if (leaf) return leaf.kind === 'blank' ? [] : [leaf];
    const isRuby = node.name === 'ruby' || node.name === 'rt';
    const inner = collectPreformattedLeaves(node.children, isRuby ? marks : nestedMarks(node, marks));
    if (node.name === 'rt')
      return [{ html: '(', marks, kind: 'text' }, ...inner, { html: ')', marks, kind: 'text' }];
    return isInlineMark(node) || index === nodes.length - 1
      ? inner
      : [...inner, { html: '\n', marks, kind: 'text' }];
  });
}

export function renderInline(leaves: readonly InlineLeaf[]): string {
  const first = leaves.findIndex((leaf) => leaf.kind !== 'blank');
  const last = leaves.findLastIndex((leaf) => leaf.kind !== 'blank');
  const readable = new Set(leaves.filter((leaf) => leaf.kind === 'text').flatMap((leaf) => leaf.marks));
  const visible = normalizeRuby(leaves.slice(first === -1 ? leaves.length : first, last + 1)).map((leaf) => ({
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
    .map((mark) => mark.close)
    .reverse()
    .join('');
}

function sharedPrefixLength(left: readonly InlineMark[], right: readonly InlineMark[]): number {
  const differs = left.findIndex((mark, index) => mark !== right[index]);
  return differs === -1 ? left.length : differs;
}

/** Drops readings without text before them and `ruby` without readings; joins readings of the same text. */
function normalizeRuby(leaves: readonly InlineLeaf[]): readonly InlineLeaf[] {
  if (!leaves.some((leaf) => findMark(leaf, 'ruby'))) return leaves;
  /** By ruby: the reading that was last, or null after a text. */
  const lastReadings = new Map<InlineMark, InlineMark | null>();
  /** By reading: itself, the one that it joins, or null if it has no text. */
  const joined = new Map<InlineMark, InlineMark | null>();
  const paired = leaves.flatMap((leaf): InlineLeaf[] => {
    const ruby = findMark(leaf, 'ruby');
    if (!ruby || leaf.kind === 'blank') return [leaf];
    const reading = findMark(leaf, 'rt');
    const last = lastReadings.get(ruby);
    const isFirst = reading !== undefined && !joined.has(reading);
    if (isFirst) joined.set(reading, last === undefined ? null : (last ?? reading));
    const target = reading ? (joined.get(reading) ?? null) : null;
    lastReadings.set(ruby, target);
    const marks = leaf.marks.flatMap((mark) => (mark === reading ? (target ?? []) : mark));
    return isFirst && target !== null && target === last
      ? [
          { html: ' ', marks, kind: 'blank' },
          { ...leaf, marks },
        ]
      : [{ ...leaf, marks }];
  });
  const annotated = new Set(
    paired
      .filter((leaf) => leaf.kind !== 'blank' && findMark(leaf, 'rt'))
      .map((leaf) => findMark(leaf, 'ruby')),
  );
  return paired.map((leaf) => ({
    ...leaf,
    marks: leaf.marks.filter((mark) => mark.name !== 'ruby' || annotated.has(mark)),
  }));
}

function findMark({ marks }: InlineLeaf, name: string): InlineMark | undefined {
  return marks.find((mark) => mark.name === name);
}

const date = '\\d{4}-\\d\\d-\\d\\d';
const time = '\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,3})?)?';
const offset = '(?:Z|[+-]\\d\\d:?\\d\\d)';
const duration =
  'P(?=[\\dT])(?:\\d{1,9}D)?(?:T(?=\\d)(?:\\d{1,9}H)?(?:\\d{1,9}M)?(?:\\d{1,9}(?:\\.\\d{1,3})?S)?)?';
const dateTimePattern = new RegExp(
  `^(?:\\d{4}(?:-\\d\\d|-W\\d\\d)?|(?:--)?\\d\\d-\\d\\d|${date}|${time}|${date}[T ]${time}${offset}?|${offset}|${duration})$`,
);

/** A value of `time` in the syntax of HTML. */
export function isDateTime(text: string): boolean {
  return dateTimePattern.test(text);
}
