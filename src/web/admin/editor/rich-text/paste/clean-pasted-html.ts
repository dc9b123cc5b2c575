import { parseDocument } from 'htmlparser2';
import { escapeHtml } from '../serialize/serialize-inline.ts';
import { serializePastedEmoji, serializePastedImage } from './pasted-images.ts';
import { getPastedMarks, type PastedInline, serializePastedInline, toPastedText } from './pasted-inline.ts';
import { type PastedBlock, parseListNumber, serializePastedBlocks } from './pasted-lists.ts';
import {
  childElements,
  getNodeText,
  isIgnoredElement,
  isPastedElement,
  isPastedText,
  type PastedElement,
  type PastedNode,
} from './pasted-nodes.ts';
import {
  isCodeBlock,
  isHiddenElement,
  isListMarker,
  parseInlineStyle,
  parseMsoListLevel,
} from './pasted-styles.ts';
import { serializePastedTable } from './pasted-tables.ts';

/** Rebuilds Word lists, drops layout, turns styles into marks. HTML copied from this editor is unchanged. */
export function cleanPastedHtml(html: string): string {
  if (/\sdata-pm-slice=/.test(html)) return html;
  if (isTooDeep(html)) return escapeHtml(html.replace(/<[^>]*>/g, ' '));
  const blocks = parseBlocks(parseDocument(html).children, { marks: [], isHeading: false, depth: 0 });
  const [onlyBlock] = blocks;
  const inlineHtml = /^<p>(.*)<\/p>$/s.exec(
    onlyBlock?.kind === 'block' && blocks.length === 1 ? onlyBlock.html : '',
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
  depth: number;
}

const headings: Record<string, string> = { h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4' };
const inlineNames = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q rp rt ruby s samp ' +
    'small span strike strong sub sup time tt u var wbr st1:place st1:city st1:country-region'
  ).split(' '),
);

function parseBlocks(nodes: readonly PastedNode[], context: PasteContext): PastedBlock[] {
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
  const pushElement = (element: PastedElement, blockName: string, childContext: PasteContext) => {
    endLine();
    const before = name;
    name = blockName;
    for (const child of element.children) walk(child, childContext);
    endLine();
    name = before;
  };
  const walk = (node: PastedNode, { marks, isHeading, depth }: PasteContext): void => {
    if (isPastedText(node)) line.push(toPastedText(node.data, marks));
    if (!isPastedElement(node) || depth > depthMax) return;
    const style = parseInlineStyle(node.attribs);
    if (isIgnoredElement(node.name) || isHiddenElement(node.attribs, style) || isListMarker(style)) return;
    const childContext = {
      marks: getPastedMarks(node, style, marks, isHeading),
      isHeading,
      depth: depth + 1,
    };
    const level = parseMsoListLevel(style);
    const heading = headings[node.name] ?? headingFromClass(node.attribs.class);
    if (node.name === 'br') pushBreak();
    else if (node.name === 'img') pushImage(node);
    else if (heading) pushElement(node, heading, { marks, isHeading: true, depth: depth + 1 });
    else if (level !== null) pushItem(node, level, childContext);
    else if (node.name === 'pre' || isCodeBlock(style)) pushBlock(parseCodeBlock(node));
    else if (Object.hasOwn(serializers, node.name))
      pushBlock(serializers[node.name]?.(node, childContext) ?? '');
    else if (node.name === 'ul' || node.name === 'ol') pushList(node, childContext);
    else if (inlineNames.has(node.name)) for (const child of node.children) walk(child, childContext);
    else pushElement(node, name, childContext);
  };
  const pushBlock = (html: string) => {
    endLine();
    push(html);
  };
  const pushImage = ({ attribs }: PastedElement) => {
    const html = serializePastedImage(attribs);
    if (html === null)
      line.push({
        html: serializePastedEmoji(attribs),
        marks: [],
        isBlank: serializePastedEmoji(attribs) === '',
      });
    else pushBlock(html);
  };
  /** Two consecutive breaks start a new paragraph. */
  const pushBreak = () => {
    const last = line.findLast(({ isBlank, html }) => !isBlank || html === '<br>');
    if (last?.html === '<br>') {
      line = line.slice(0, line.lastIndexOf(last));
      endLine();
    } else line.push({ html: '<br>', marks: [], isBlank: true });
  };
  const pushItem = (element: PastedElement, level: number, childContext: PasteContext) => {
    endLine();
    const marker = getNodeText(findMarker(element) ?? []);
    const inner = serializePastedBlocks(parseBlocks(element.children, { ...childContext, isHeading: false }));
    if (inner !== '') blocks.push({ kind: 'item', html: inner, level, number: parseListNumber(marker) });
  };
  const pushList = (element: PastedElement, childContext: PasteContext) => {
    endLine();
    blocks.push(...parseListItems(element, childContext));
  };
  for (const node of nodes) walk(node, context);
  endLine();
  return blocks;
}

const serializers: Record<string, (element: PastedElement, context: PasteContext) => string> = {
  hr: () => '<hr>',
  blockquote: ({ children }, context) => {
    const inner = serializePastedBlocks(parseBlocks(children, context));
    return inner && `<blockquote>${inner}</blockquote>`;
  },
  figure: (figure, context) => {
    const caption = childElements(figure).find(({ name }) => name === 'figcaption');
    const captionHtml = caption ? parseInline(caption, context) : '';
    const blocks = parseBlocks(
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
    serializePastedTable(table, {
      cell: ({ children }) => serializePastedBlocks(parseBlocks(children, context)),
      line: (element) => parseInline(element, context),
    }),
};

/** Also accepts nested lists outside of an item. */
function parseListItems(list: PastedElement, context: PasteContext): PastedBlock[] {
  let number = list.name === 'ol' ? Number.parseInt(list.attribs.start ?? '1', 10) || 1 : null;
  const items: PastedBlock[] = [];
  const indent = (blocks: PastedBlock[]) =>
    blocks.map((block) => (block.kind === 'item' ? { ...block, level: block.level + 1 } : block));
  for (const child of childElements(list)) {
    if (child.name === 'ul' || child.name === 'ol') {
      items.push(...indent(parseListItems(child, { ...context, depth: context.depth + 1 })));
      continue;
    }
    const blocks = parseBlocks(child.name === 'li' ? child.children : [child], {
      ...context,
      isHeading: false,
    });
    const isList = (block: PastedBlock) => block.kind === 'item';
    const inner = serializePastedBlocks(blocks.filter((block) => !isList(block)));
    const level = Number.parseInt(child.attribs['data-aria-level'] ?? '1', 10) || 1;
    if (inner !== '' || blocks.some(isList))
      items.push({ kind: 'item', html: inner || '<p></p>', level, number });
    items.push(...indent(blocks.filter(isList)));
    if (number !== null) number += 1;
  }
  return items;
}

function parseInline({ children }: PastedElement, context: PasteContext): string {
  const blocks = parseBlocks(children, context);
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

function parseCodeBlock(element: PastedElement): string {
  const code = getNodeText(element.children, true).replace(/^\n|\s+$/g, '');
  const classes = [element, ...childElements(element)].map(({ attribs }) => attribs.class ?? '').join(' ');
  const language = /\b(?:language|lang|highlight-source)-([a-z0-9+#]{1,40})/.exec(classes)?.[1];
  const open = language ? `<code class="language-${language}">` : '<code>';
  return code === '' ? '' : `<pre>${open}${escapeHtml(code)}</code></pre>`;
}
