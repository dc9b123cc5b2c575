import type { HtmlElement, HtmlNode } from '#content/normalize-html.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { buildElement, buildText } from '../html-tree.ts';
import { childElements, getNodeText, isHiddenElement, parseInlineStyle } from './pasted-elements.ts';

/** A list item, also one that was pasted as a paragraph. */
interface PastedListItem {
  /** 1 is the outermost level. */
  level: number;
  /** null for a bullet list. */
  number: number | null;
  children: HtmlNode[];
}

export type PastedBlock = HtmlElement | PastedListItem;

export function isListItem(block: PastedBlock): block is PastedListItem {
  return 'level' in block;
}

export function buildLists(blocks: readonly PastedBlock[]): HtmlElement[] {
  const rest = blocks.toReversed();
  const elements: HtmlElement[] = [];
  for (let block = rest.at(-1); block; block = rest.at(-1)) {
    if (isListItem(block)) elements.push(takeList(rest, block));
    else {
      elements.push(block);
      rest.pop();
    }
  }
  return elements;
}

/** Takes items from the end of `rest`, until one of a lower level or of the other kind. */
function takeList(rest: PastedBlock[], { level, number }: PastedListItem): HtmlElement {
  const items: HtmlNode[][] = [];
  for (let item = rest.at(-1); item && isListItem(item) && item.level >= level; item = rest.at(-1)) {
    if (item.level > level) items.at(-1)?.push(takeList(rest, item));
    else {
      if ((item.number === null) !== (number === null)) break;
      items.push([...item.children]);
      rest.pop();
    }
  }
  const start = number !== null && number > 1 ? number : null;
  const elements = items.map((children) => buildElement('li', {}, children));
  return buildElement(number === null ? 'ul' : 'ol', { start }, elements);
}

/** Parses Word's list marker, such as `1.`, `(a)` or `iv)`. Returns null for a bullet. */
export function parseListNumber(marker: string): number | null {
  const text = marker.replace(/[\s\u00a0]/g, '');
  const [, digits, letters] = /^\(?(?:(\d{1,4})|([a-z]{1,5}))[.):]?$/i.exec(text) ?? [];
  if (digits) return Number(digits);
  // A lone `o` is Word's round bullet of the second level.
  return letters && text !== letters ? 1 : null;
}

/** Keeps spans. A layout table is replaced by the contents of its cells. */
export function buildPastedTable(
  table: HtmlElement,
  buildContent: (element: HtmlElement) => HtmlElement[],
): HtmlElement[] {
  const rows = findRows(table, false).filter(({ cells }) => cells.length > 0);
  const cells = rows.flatMap((row) => row.cells);
  const isLayout =
    /^(?:presentation|none)$/.test(table.attribs.role ?? '') ||
    cells.length < 2 ||
    cells.some((cell) => containsElement(cell, /^(?:table|h[1-4]|hr)$/));
  if (isLayout) return cells.flatMap(buildContent);
  const caption = childElements(table).filter(({ name }) => name === 'caption');
  const body = rows.map(({ isHead, cells: rowCells }) =>
    buildElement(
      'tr',
      {},
      rowCells.map((cell) => {
        const { colspan, rowspan } = cell.attribs;
        const spans = { colspan: parseSpan(colspan), rowspan: parseSpan(rowspan) };
        return buildElement(isHead ? 'th' : cell.name, spans, buildContent(cell));
      }),
    ),
  );
  const captions = caption.slice(0, 1).map((element) => buildElement('caption', {}, buildContent(element)));
  return [buildElement('table', {}, [...captions, buildElement('tbody', {}, body)])];
}

function findRows(element: HtmlElement, isHead: boolean): { isHead: boolean; cells: HtmlElement[] }[] {
  return childElements(element).flatMap((child) => {
    if (child.name === 'tr') return [{ isHead, cells: childElements(child).filter(isVisibleCell) }];
    return /^(?:thead|tbody|tfoot)$/.test(child.name) ? findRows(child, child.name === 'thead') : [];
  });
}

function isVisibleCell({ name, attribs }: HtmlElement): boolean {
  return (name === 'td' || name === 'th') && !isHiddenElement(attribs, parseInlineStyle(attribs));
}

function containsElement(element: HtmlElement, names: RegExp): boolean {
  return childElements(element).some((child) => names.test(child.name) || containsElement(child, names));
}

function parseSpan(value = ''): number | null {
  const count = Number.parseInt(value, 10);
  return count > 1 && count <= 100 ? count : null;
}

type Attributes = Record<string, string>;

/** Up to this size in pixels, an image is an icon, a spacer or a tracking pixel. */
const smallImageMax = 24;

export function buildPastedImage(attributes: Attributes): HtmlElement | null {
  const src = getImageUrl(attributes);
  if (isSmallImage(attributes) || src === null) return null;
  return buildElement('figure', {}, [buildElement('img', { src, alt: normalizeLine(attributes.alt ?? '') })]);
}

/** Small images with an emoji as alternative text become that emoji. */
export function getPastedEmoji({ alt = '', ...attributes }: Attributes): string {
  return isSmallImage(attributes) && /^\p{Extended_Pictographic}/u.test(alt) ? alt : '';
}

function isSmallImage({ width = '', height = '', style = '', class: classes = '' }: Attributes): boolean {
  const sizes = [width, height, /(?:^|;)\s*width:\s*([\d.]+)px/.exec(style)?.[1] ?? '']
    .map(Number.parseFloat)
    .filter((size) => !Number.isNaN(size));
  return sizes.some((size) => size <= smallImageMax) || /\bemoji\b/.test(classes);
}

/** Lazy-loading pages put a placeholder into `src`. */
function getImageUrl({ src = '', srcset = '', ...more }: Attributes): string | null {
  const lazySrc = more['data-src'] ?? more['data-original'] ?? more['data-lazy-src'];
  const isPlaceholder = src === '' || /^data:image\/(?:gif|svg)/i.test(src);
  if (isPlaceholder && lazySrc) return lazySrc.trim();
  if (src === '' && srcset !== '') return srcset.trim().split(/[\s,]/)[0] ?? null;
  return src === '' || /^data:image\/svg/i.test(src) ? null : src.trim();
}

export function parseCodeBlock(element: HtmlElement): HtmlElement[] {
  const code = getNodeText(element.children, true).trimEnd().replace(/^\n/, '');
  const classes = [element, ...childElements(element)].map(({ attribs }) => attribs.class ?? '').join(' ');
  const language = /\b(?:language|lang|highlight-source)-([a-z0-9+#-]{1,40})/.exec(classes)?.[1];
  const kind = language ? `language-${language}` : null;
  return code === ''
    ? []
    : [buildElement('pre', {}, [buildElement('code', { class: kind }, [buildText(code)])])];
}
