import { parseDocument } from 'htmlparser2';
import { escapeHtml } from '../serialize/serialize-inline.ts';
import { pastedEmoji, pastedImage } from './pasted-images.ts';
import { type PastedInline, pastedMarks, pastedText, serializePastedInline } from './pasted-inline.ts';
import { type PastedBlock, parseListNumber, serializePastedBlocks } from './pasted-lists.ts';
import {
  childElements,
  isIgnoredElement,
  isPastedElement,
  isPastedText,
  nodeText,
  type PastedElement,
  type PastedNode,
} from './pasted-nodes.ts';
import {
  isCodeBlock,
  isHiddenElement,
  isListMarker,
  msoListLevel,
  parseInlineStyle,
} from './pasted-styles.ts';
import { pastedTable } from './pasted-tables.ts';

/**
 * Converts clipboard HTML to blocks: rebuilds Word lists, drops layout and turns meaningful styles into
 * marks. HTML copied from this editor stays unchanged.
 */
export function cleanPastedHtml(html: string): string {
  if (/\sdata-pm-slice=/.test(html)) return html;
  if (isTooDeep(html)) return escapeHtml(html.replace(/<[^>]*>/g, ' '));
  const blocks = readBlocks(parseDocument(html).children, { marks: [], isHeading: false, depth: 0 });
  const [only] = blocks;
  const inlineHtml = /^<p>(.*)<\/p>$/s.exec(
    only?.kind === 'block' && blocks.length === 1 ? only.html : '',
  )?.[1];
  return inlineHtml ?? serializePastedBlocks(blocks);
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
  marks: readonly string[];
  /** Ignores bold, which has no meaning in a heading. */
  isHeading: boolean;
  /** Number of ancestor elements. */
  depth: number;
}

const headings: Record<string, string> = { h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4' };
const inlineNames = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q rp rt ruby s samp ' +
    'small span strike strong sub sup time tt u var wbr st1:place st1:city st1:country-region'
  ).split(' '),
);

function readBlocks(nodes: readonly PastedNode[], context: PasteContext): PastedBlock[] {
  const blocks: PastedBlock[] = [];
  let line: PastedInline[] = [];
  let name = 'p';
  const push = (html: string) => {
    if (html !== '') blocks.push({ kind: 'block', html });
  };
  const endLine = () => {
    const html = serializePastedInline(line);
    line = [];
    push(html && `<${name}>${html}</${name}>`);
  };
  const inLine = (element: PastedElement, as: string, childContext: PasteContext) => {
    endLine();
    const before = name;
    name = as;
    for (const child of element.children) walk(child, childContext);
    endLine();
    name = before;
  };
  const walk = (node: PastedNode, { marks, isHeading, depth }: PasteContext): void => {
    if (isPastedText(node)) line.push(pastedText(node.data, marks));
    if (!isPastedElement(node) || depth > depthMax) return;
    const style = parseInlineStyle(node.attribs);
    if (isIgnoredElement(node.name) || isHiddenElement(node.attribs, style) || isListMarker(style)) return;
    const inside = { marks: pastedMarks(node, style, marks, isHeading), isHeading, depth: depth + 1 };
    const level = msoListLevel(style);
    const as = headings[node.name] ?? headingFromClass(node.attribs.class);
    if (node.name === 'br') endBreak();
    else if (node.name === 'img') pushImage(node);
    else if (as) inLine(node, as, { marks, isHeading: true, depth: depth + 1 });
    else if (level !== null) pushItem(node, level, inside);
    else if (node.name === 'pre' || isCodeBlock(style)) pushBlock(readCodeBlock(node));
    else if (Object.hasOwn(writers, node.name)) pushBlock(writers[node.name]?.(node, inside) ?? '');
    else if (node.name === 'ul' || node.name === 'ol') pushList(node, inside);
    else if (inlineNames.has(node.name)) for (const child of node.children) walk(child, inside);
    else inLine(node, name, inside);
  };
  const pushBlock = (html: string) => {
    endLine();
    push(html);
  };
  const pushImage = ({ attribs }: PastedElement) => {
    const html = pastedImage(attribs);
    if (html === null)
      line.push({ html: pastedEmoji(attribs), marks: [], isBlank: pastedEmoji(attribs) === '' });
    else pushBlock(html);
  };
  /** Two consecutive breaks start a new paragraph. */
  const endBreak = () => {
    const last = line.findLast(({ isBlank, html }) => !isBlank || html === '<br>');
    if (last?.html === '<br>') {
      line = line.slice(0, line.lastIndexOf(last));
      endLine();
    } else line.push({ html: '<br>', marks: [], isBlank: true });
  };
  const pushItem = (element: PastedElement, level: number, inside: PasteContext) => {
    endLine();
    const marker = nodeText(findMarker(element) ?? []);
    const inner = serializePastedBlocks(readBlocks(element.children, { ...inside, isHeading: false }));
    if (inner !== '') blocks.push({ kind: 'item', html: inner, level, number: parseListNumber(marker) });
  };
  const pushList = (element: PastedElement, inside: PasteContext) => {
    endLine();
    blocks.push(...readListItems(element, inside));
  };
  for (const node of nodes) walk(node, context);
  endLine();
  return blocks;
}

const writers: Record<string, (element: PastedElement, context: PasteContext) => string> = {
  hr: () => '<hr>',
  blockquote: ({ children }, context) => {
    const inner = serializePastedBlocks(readBlocks(children, context));
    return inner && `<blockquote>${inner}</blockquote>`;
  },
  figure: (figure, context) => {
    const caption = childElements(figure).find(({ name }) => name === 'figcaption');
    const captionHtml = caption ? readInline(caption, context) : '';
    const blocks = readBlocks(
      figure.children.filter((child) => child !== caption),
      context,
    );
    const [first] = blocks;
    const image =
      blocks.length === 1 && first?.kind === 'block'
        ? /^<figure>(<img[^>]*>)<\/figure>$/.exec(first.html)
        : null;
    if (image)
      return `<figure>${image[1]}${captionHtml && `<figcaption>${captionHtml}</figcaption>`}</figure>`;
    return serializePastedBlocks(blocks) + (captionHtml && `<p>${captionHtml}</p>`);
  },
  table: (table, context) =>
    pastedTable(table, {
      cell: ({ children }) => serializePastedBlocks(readBlocks(children, context)),
      line: (element) => readInline(element, context),
    }),
};

/** List items with their level. Also accepts nested lists that stand outside of an item. */
function readListItems(list: PastedElement, context: PasteContext): PastedBlock[] {
  let number = list.name === 'ol' ? Number.parseInt(list.attribs.start ?? '1', 10) || 1 : null;
  const items: PastedBlock[] = [];
  const deeper = (blocks: PastedBlock[]) =>
    blocks.map((block) => (block.kind === 'item' ? { ...block, level: block.level + 1 } : block));
  for (const child of childElements(list)) {
    if (child.name === 'ul' || child.name === 'ol') {
      items.push(...deeper(readListItems(child, { ...context, depth: context.depth + 1 })));
      continue;
    }
    const blocks = readBlocks(child.name === 'li' ? child.children : [child], {
      ...context,
      isHeading: false,
    });
    const isList = (block: PastedBlock) => block.kind === 'item';
    const inner = serializePastedBlocks(blocks.filter((block) => !isList(block)));
    const level = Number.parseInt(child.attribs['data-aria-level'] ?? '1', 10) || 1;
    if (inner !== '' || blocks.some(isList))
      items.push({ kind: 'item', html: inner || '<p></p>', level, number });
    items.push(...deeper(blocks.filter(isList)));
    if (number !== null) number += 1;
  }
  return items;
}

function readInline({ children }: PastedElement, context: PasteContext): string {
  const blocks = readBlocks(children, context);
  const html = blocks.map((block) =>
    block.html.replace(/<\/?(?:p|h[1-4]|li|ul|ol|figure|blockquote)(?: [^>]*)?>|<img[^>]*>/g, ' '),
  );
  return html.join(' ').replace(/ {2,}/g, ' ').trim();
}

function headingFromClass(classes = ''): string | undefined {
  return /\bMsoTitle\b/i.test(classes) ? 'h1' : undefined;
}

function findMarker(element: PastedElement): PastedNode[] | null {
  if (isListMarker(parseInlineStyle(element.attribs))) return element.children;
  for (const child of childElements(element)) {
    const found = findMarker(child);
    if (found) return found;
  }
  return null;
}

function readCodeBlock(element: PastedElement): string {
  const code = nodeText(element.children, true).replace(/^\n|\s+$/g, '');
  const classes = [element, ...childElements(element)].map(({ attribs }) => attribs.class ?? '').join(' ');
  const language = /\b(?:language|lang|highlight-source)-([a-z0-9+#]{1,40})/.exec(classes)?.[1];
  const open = language ? `<code class="language-${language}">` : '<code>';
  return code === '' ? '' : `<pre>${open}${escapeHtml(code)}</code></pre>`;
}
