import { parseDocument } from 'htmlparser2';
import { calloutLabelClass, footnoteBackClass, parseNoteId } from '#content/block-contract.ts';
import { parseBlockClass, storedElementName } from '#content/elements.ts';
import { isExternalUrl, sanitizeUrl } from '#content/link-url.ts';
import {
  findReferencedNote,
  type HtmlElement,
  type HtmlNode,
  isHtmlElement,
  isTextNode,
  normalizeHtml,
} from '#content/normalize-html.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { buildElement, buildReference, buildText, hasContent } from '../html-tree.ts';
import {
  buildLists,
  buildPastedImage,
  buildPastedTable,
  getPastedEmoji,
  isListItem,
  type PastedBlock,
  parseCodeBlock,
  parseListNumber,
} from './pasted-blocks.ts';
import {
  childElements,
  findMarker,
  getNodeText,
  isCodeBlock,
  isHiddenElement,
  isIgnoredElement,
  isListMarker,
  listItemNodes,
  parseCheckbox,
  parseDirection,
  parseInlineStyle,
  parseMsoListLevel,
} from './pasted-elements.ts';
import { getPastedMarks, type PastedMarks, wrapInMarks } from './pasted-marks.ts';

/** Rebuilds Word lists, drops layout, turns styles into marks. HTML copied from this editor is unchanged. */
export function cleanPastedHtml(html: string): string {
  if (/\sdata-pm-slice=/.test(html)) return html;
  if (isTooDeep(html)) return escapeHtml(html.replace(/<[^<>]*>/g, ' '));
  const context = { marks: new Map(), isHeading: false, depth: 0, dir: null };
  const elements = buildLists(parseBlocks(parseDocument(html).children, context));
  const cleaned = normalizeHtml(elements);
  return elements.length === 1 ? cleaned.replace(/^<p>(.*)<\/p>$/s, '$1') : cleaned;
}

/** Whether the HTML is the raw text in colors, and not the document that the text describes. */
export function isStyledCopy(html: string, text: string): boolean {
  const isStructured = /<(?:h[1-6]|ul|ol|dl|table|blockquote|figure|hr|details|a)\b/.test(
    cleanPastedHtml(html),
  );
  const removeSpaces = (value: string) => value.replace(/[\s\u00a0]+/g, '');
  return !isStructured && removeSpaces(getNodeText(parseDocument(html).children)) === removeSpaces(text);
}

/** Real texts aren't nested this deeply; hostile HTML is. */
const depthMax = 300;
/** Limit for open elements: the parser's work grows with their square. */
const openMax = 3000;

function isTooDeep(html: string): boolean {
  let open = 0;
  for (const [tag] of html.matchAll(/<\/?(?!(?:br|img|hr|meta|link|input|col|wbr|source)\b)[a-z]/gi)) {
    open += tag.startsWith('</') ? -1 : 1;
    if (open > openMax) return true;
  }
  return false;
}

interface PasteContext {
  marks: PastedMarks;
  /** Ignores bold, which has no meaning in a heading. */
  isHeading: boolean;
  depth: number;
  dir: string | null;
}

const inlineNames = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q rp rt ruby s samp ' +
    'small span strike strong sub sup time tt u var wbr st1:place st1:city st1:country-region'
  ).split(' '),
);

function parseBlocks(nodes: readonly HtmlNode[], context: PasteContext): PastedBlock[] {
  const blocks: PastedBlock[] = [];
  let line: HtmlNode[] = [];
  let name = 'p';
  let dir = context.dir;
  /** Belongs to the next words, also if they are in a block of their own. */
  let checkbox: HtmlNode[] = [];
  const endLine = () => {
    const element = buildElement(name, { dir }, [...checkbox, ...line]);
    if (line.some(hasContent)) {
      blocks.push(element);
      checkbox = [];
    }
    line = [];
  };
  const push = (...elements: PastedBlock[]) => {
    endLine();
    blocks.push(...elements.filter((element) => isListItem(element) || hasContent(element)));
  };
  const walkBlock = ({ children }: HtmlElement, blockName: string, childContext: PasteContext) => {
    endLine();
    const before = { name, dir };
    name = blockName;
    dir = childContext.dir;
    for (const child of children) walk(child, childContext);
    endLine();
    name = before.name;
    dir = before.dir;
  };
  const walk = (node: HtmlNode, parentContext: PasteContext): void => {
    const { marks, isHeading, depth } = parentContext;
    if (isTextNode(node)) line.push(wrapInMarks(buildText(cleanText(node.data)), marks));
    if (!isHtmlElement(node) || depth > depthMax) return;
    const style = parseInlineStyle(node.attribs);
    const box = parseCheckbox(node);
    if (box !== null) checkbox = [buildText(box)];
    if (isIgnoredElement(node.name) || isHiddenElement(node.attribs, style) || isListMarker(style)) return;
    const childContext = {
      marks: getPastedMarks(node, style, marks, isHeading),
      isHeading,
      depth: depth + 1,
      dir: parseDirection(node, parentContext.dir),
    };
    const level = parseMsoListLevel(style);
    const heading = findHeading(node);
    const build = findBuilder(node);
    const noteId = findReferencedNote(node);
    if (node.attribs.class === footnoteBackClass) return;
    if (node.name === 'br') pushBreak();
    else if (noteId !== null) line.push(buildReference(noteId));
    else if (node.name === 'img') pushImage(node);
    else if (node.name === 'ruby') line.push(wrapInMarks(buildRuby(node), childContext.marks));
    else if (heading) walkBlock(node, heading, { ...childContext, marks, isHeading: true });
    else if (level !== null) push(...parseMsoItem(node, level, childContext));
    else if (node.name === 'pre' || isCodeBlock(style)) push(...parseCodeBlock(node));
    else if (node.name === 'li')
      push(...parseListItems({ ...node, name: 'ul', children: [node] }, childContext));
    else if (build) push(...build(node, childContext));
    else if (inlineNames.has(node.name)) for (const child of node.children) walk(child, childContext);
    else walkBlock(node, name, childContext);
  };
  const pushImage = ({ attribs }: HtmlElement) => {
    const image = buildPastedImage(attribs);
    if (image) push(image);
    else line.push(buildText(getPastedEmoji(attribs)));
  };
  /** Two consecutive breaks start a new paragraph. */
  const pushBreak = () => {
    const last = line.findLastIndex((node) => isBreak(node) || hasContent(node));
    const previous = line[last];
    if (previous && isBreak(previous)) {
      line = line.slice(0, last);
      endLine();
    } else line.push(buildElement('br'));
  };
  for (const node of nodes) walk(node, context);
  endLine();
  return blocks;
}

const isBreak = (node: HtmlNode) => isHtmlElement(node) && node.name === 'br';

function cleanText(text: string): string {
  return text.replace(/[\u200b\ufeff]/g, '').replace(/[ \t\r\n\f\u00a0]{2,}|[\t\r\n\f]|^\u00a0$/g, ' ');
}

/** The text and its readings, without formats. */
function buildRuby({ children }: HtmlElement): HtmlElement {
  const nodes = children.map((child) => {
    if (isHtmlElement(child) && child.name === 'rp') return buildText('');
    const text = buildText(cleanText(getNodeText([child])));
    return isHtmlElement(child) && child.name === 'rt' ? buildElement('rt', {}, [text]) : text;
  });
  return buildElement('ruby', {}, nodes);
}

const builders: Record<string, (element: HtmlElement, context: PasteContext) => PastedBlock[]> = {
  hr: () => [buildElement('hr')],
  ul: parseListItems,
  ol: parseListItems,
  blockquote: (quote, context) => [buildElement('blockquote', {}, parseElements(quote, context))],
  figure: (figure, context) => {
    const caption = childElements(figure).find(({ name }) => name === 'figcaption');
    const otherNodes = figure.children.filter((child) => child !== caption);
    const blocks = buildLists(parseBlocks(otherNodes, context));
    const captionLine = caption ? parseLine(caption, context) : [];
    const [image] = blocks;
    if (blocks.length !== 1 || image?.name !== 'figure' || image.children.length !== 1)
      return [...blocks, buildElement('p', {}, captionLine)];
    return [buildElement('figure', {}, [...image.children, buildElement('figcaption', {}, captionLine)])];
  },
  details: (details, context) => {
    const summary = childElements(details).find(({ name }) => name === 'summary');
    const rest = { ...details, children: details.children.filter((child) => child !== summary) };
    const label = summary ? [buildElement('summary', {}, parseLine(summary, context))] : [];
    return [
      buildElement('details', { open: details.attribs.open }, [...label, ...parseElements(rest, context)]),
    ];
  },
  dl: (list, context) => [buildElement('dl', {}, parseDescriptions(list, context))],
  table: (table, context) => buildPastedTable(table, (element) => parseElements(element, context)),
};

/** Of blocks that this site has published. */
const textBlockBuilders: typeof builders = {
  aside: (callout, context) => {
    const children = callout.children.filter(
      (child) => !isHtmlElement(child) || child.attribs.class !== calloutLabelClass,
    );
    const { class: classes } = callout.attribs;
    return [buildElement('aside', { class: classes }, parseElements({ ...callout, children }, context))];
  },
  section: (list, context) => [buildElement('section', { class: 'faq' }, parseElements(list, context))],
  ol: (list, context) => {
    const notes = childElements(list).map((note) =>
      buildElement('li', { id: parseNoteId(note.attribs.id) }, parseElements(note, context)),
    );
    return [buildElement('ol', { class: 'footnotes' }, notes)];
  },
  a: (link) => {
    const href = sanitizeUrl(link.attribs.href ?? '');
    const text = buildText(cleanText(getNodeText(link.children)));
    const attributes = { class: 'button', href, rel: isExternalUrl(href ?? '') ? 'noopener' : null };
    return [buildElement('p', {}, [href === null ? text : buildElement('a', attributes, [text])])];
  },
};

function findBuilder({ name, attribs }: HtmlElement) {
  if (parseBlockClass(name, attribs.class) !== undefined) return textBlockBuilders[name];
  return Object.hasOwn(builders, name) ? builders[name] : undefined;
}

function parseDescriptions(list: HtmlElement, context: PasteContext): HtmlElement[] {
  return childElements(list).flatMap((child) => {
    if (child.name === 'dt') return [buildElement('dt', {}, parseLine(child, context))];
    if (child.name === 'div') return parseDescriptions(child, context);
    return [buildElement('dd', {}, parseElements(child, context))];
  });
}

function parseLine(element: HtmlElement, context: PasteContext): HtmlNode[] {
  return parseElements(element, context).flatMap(toInline);
}

function parseElements(element: HtmlElement, context: PasteContext): HtmlElement[] {
  const dir = parseDirection(element, context.dir);
  return buildLists(parseBlocks(element.children, { ...context, dir }));
}

/** The text of a block, without images. */
function toInline(node: HtmlNode): HtmlNode[] {
  if (!isHtmlElement(node) || isBreak(node) || inlineNames.has(node.name)) return [node];
  return [buildText(' '), ...node.children.flatMap(toInline)];
}

function parseMsoItem(element: HtmlElement, level: number, context: PasteContext): PastedBlock[] {
  const marker = getNodeText(findMarker(element) ?? []);
  const children = parseElements(element, { ...context, isHeading: false });
  return children.length === 0 ? [] : [{ level, number: parseListNumber(marker), children }];
}

/** Also accepts nested lists outside of an item. */
function parseListItems(list: HtmlElement, context: PasteContext): PastedBlock[] {
  let number = list.name === 'ol' ? Number.parseInt(list.attribs.start ?? '1', 10) || 1 : null;
  const items: PastedBlock[] = [];
  const indent = (blocks: PastedBlock[]) =>
    blocks.map((block) => (isListItem(block) ? { ...block, level: block.level + 1 } : block));
  for (const child of childElements(list)) {
    if (child.name === 'ul' || child.name === 'ol') {
      items.push(...indent(parseListItems(child, { ...context, depth: context.depth + 1 })));
      continue;
    }
    const blocks = parseBlocks(child.name === 'li' ? listItemNodes(child) : [child], {
      ...context,
      isHeading: false,
      dir: parseDirection(child, context.dir),
    });
    const children = blocks.filter((block): block is HtmlElement => !isListItem(block));
    const level = Number.parseInt(child.attribs['data-aria-level'] ?? '1', 10) || 1;
    const nested = indent(blocks.filter(isListItem));
    // Word processors put a list into an item of its own; it belongs to the item before.
    const isWrapper = children.length === 0 && items.length > 0;
    if (blocks.length > 0 && !isWrapper) items.push({ level, number, children });
    items.push(...nested);
    if (number !== null && !isWrapper) number += 1;
  }
  return items;
}

function findHeading({ name, attribs: { class: classes = '' } }: HtmlElement): string | undefined {
  return /^h[1-6]$/.test(name) ? storedElementName(name) : /\bMsoTitle\b/i.test(classes) ? 'h1' : undefined;
}
