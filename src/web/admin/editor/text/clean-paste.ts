import { parseDocument } from 'htmlparser2';
import { type PastedLeaf, textLeaf, writePastedLine } from './paste-line.ts';
import { numberOf, type PastedBlock, writeBlocks } from './paste-lists.ts';
import { marksInside } from './paste-marks.ts';
import { childrenOf, dropped, type Element, isElement, isText, type Node, textOf } from './paste-nodes.ts';
import { pastedPicture, pastedSign } from './paste-picture.ts';
import { isCodeBlock, isHidden, isListMarker, styleOf, wordListLevel } from './paste-style.ts';
import { pastedTable } from './paste-table.ts';
import { escapeText } from './write-line.ts';

/**
 * HTML of a clipboard as the blocks that a text is made of: lists of Word put together again, layout taken apart,
 * styles that mean something made marks, and all else left out. What was copied from a text of ours stays as it is.
 */
export function cleanPaste(html: string): string {
  if (/\sdata-pm-slice=/.test(html)) return html;
  if (isEndless(html)) return escapeText(html.replace(/<[^>]*>/g, ' '));
  const blocks = readBlocks(parseDocument(html).children, { marks: [], isHeading: false, depth: 0 });
  const [only] = blocks;
  const words = /^<p>(.*)<\/p>$/s.exec(only?.kind === 'block' && blocks.length === 1 ? only.html : '')?.[1];
  return words ?? writeBlocks(blocks);
}

/** No text is nested deeper; a page made to break its reader is. */
const depthMax = 300;
/** Of elements that are open at once: the parser's work grows with its square. */
const openMax = 3000;

function isEndless(html: string): boolean {
  let open = 0;
  for (const [tag] of html.matchAll(/<\/?(?!(?:br|img|hr|meta|link|input|col|wbr|source)\b)[a-z]/gi)) {
    open += tag.startsWith('</') ? -1 : 1;
    if (open > openMax) return true;
  }
  return false;
}

interface Place {
  marks: readonly string[];
  /** Bold there says nothing. */
  isHeading: boolean;
  /** Of elements around it. */
  depth: number;
}

const headings: Record<string, string> = { h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4' };
const inlineNames = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q rp rt ruby s samp ' +
    'small span strike strong sub sup time tt u var wbr st1:place st1:city st1:country-region'
  ).split(' '),
);

function readBlocks(nodes: readonly Node[], place: Place): PastedBlock[] {
  const blocks: PastedBlock[] = [];
  let line: PastedLeaf[] = [];
  let name = 'p';
  const push = (html: string) => {
    if (html !== '') blocks.push({ kind: 'block', html });
  };
  const endLine = () => {
    const html = writePastedLine(line);
    line = [];
    push(html && `<${name}>${html}</${name}>`);
  };
  const inLine = (element: Element, as: string, place: Place) => {
    endLine();
    const before = name;
    name = as;
    for (const child of element.children) walk(child, place);
    endLine();
    name = before;
  };
  const walk = (node: Node, { marks, isHeading, depth }: Place): void => {
    if (isText(node)) line.push(textLeaf(node.data, marks));
    if (!isElement(node) || depth > depthMax) return;
    const style = styleOf(node.attribs);
    if (dropped(node.name) || isHidden(node.attribs, style) || isListMarker(style)) return;
    const inside = { marks: marksInside(node, style, marks, isHeading), isHeading, depth: depth + 1 };
    const level = wordListLevel(style);
    const as = headings[node.name] ?? headingOfClass(node.attribs.class);
    if (node.name === 'br') endBreak();
    else if (node.name === 'img') pushPicture(node);
    else if (as) inLine(node, as, { marks, isHeading: true, depth: depth + 1 });
    else if (level !== null) pushItem(node, level, inside);
    else if (node.name === 'pre' || isCodeBlock(style)) pushBlock(codeOf(node));
    else if (Object.hasOwn(writers, node.name)) pushBlock(writers[node.name]?.(node, inside) ?? '');
    else if (node.name === 'ul' || node.name === 'ol') pushList(node, inside);
    else if (inlineNames.has(node.name)) for (const child of node.children) walk(child, inside);
    else inLine(node, name, inside);
  };
  const pushBlock = (html: string) => {
    endLine();
    push(html);
  };
  const pushPicture = ({ attribs }: Element) => {
    const html = pastedPicture(attribs);
    if (html === null)
      line.push({ html: pastedSign(attribs), marks: [], isBlank: pastedSign(attribs) === '' });
    else pushBlock(html);
  };
  /** Two breaks in a row part paragraphs. */
  const endBreak = () => {
    const last = line.findLast(({ isBlank, html }) => !isBlank || html === '<br>');
    if (last?.html === '<br>') {
      line = line.slice(0, line.lastIndexOf(last));
      endLine();
    } else line.push({ html: '<br>', marks: [], isBlank: true });
  };
  const pushItem = (element: Element, level: number, inside: Place) => {
    endLine();
    const marker = textOf(findMarker(element) ?? []);
    const inner = writeBlocks(readBlocks(element.children, { ...inside, isHeading: false }));
    if (inner !== '') blocks.push({ kind: 'item', html: inner, level, number: numberOf(marker) });
  };
  const pushList = (element: Element, inside: Place) => {
    endLine();
    blocks.push(...itemsOf(element, inside));
  };
  for (const node of nodes) walk(node, place);
  endLine();
  return blocks;
}

const writers: Record<string, (element: Element, place: Place) => string> = {
  hr: () => '<hr>',
  blockquote: ({ children }, place) => {
    const inner = writeBlocks(readBlocks(children, place));
    return inner && `<blockquote>${inner}</blockquote>`;
  },
  figure: (figure, place) => {
    const caption = childrenOf(figure).find(({ name }) => name === 'figcaption');
    const words = caption ? lineOf(caption, place) : '';
    const blocks = readBlocks(
      figure.children.filter((child) => child !== caption),
      place,
    );
    const [first] = blocks;
    const image =
      blocks.length === 1 && first?.kind === 'block'
        ? /^<figure>(<img[^>]*>)<\/figure>$/.exec(first.html)
        : null;
    if (image) return `<figure>${image[1]}${words && `<figcaption>${words}</figcaption>`}</figure>`;
    return writeBlocks(blocks) + (words && `<p>${words}</p>`);
  },
  table: (table, place) =>
    pastedTable(table, {
      cell: ({ children }) => writeBlocks(readBlocks(children, place)),
      line: (element) => lineOf(element, place),
    }),
};

/** The items of a list, with its depth; nested lists are theirs, also where they stand between them. */
function itemsOf(list: Element, place: Place): PastedBlock[] {
  let number = list.name === 'ol' ? Number.parseInt(list.attribs.start ?? '1', 10) || 1 : null;
  const items: PastedBlock[] = [];
  const deeper = (blocks: PastedBlock[]) =>
    blocks.map((block) => (block.kind === 'item' ? { ...block, level: block.level + 1 } : block));
  for (const child of childrenOf(list)) {
    if (child.name === 'ul' || child.name === 'ol') {
      items.push(...deeper(itemsOf(child, { ...place, depth: place.depth + 1 })));
      continue;
    }
    const blocks = readBlocks(child.name === 'li' ? child.children : [child], { ...place, isHeading: false });
    const isList = (block: PastedBlock) => block.kind === 'item';
    const inner = writeBlocks(blocks.filter((block) => !isList(block)));
    const level = Number.parseInt(child.attribs['data-aria-level'] ?? '1', 10) || 1;
    if (inner !== '' || blocks.some(isList))
      items.push({ kind: 'item', html: inner || '<p></p>', level, number });
    items.push(...deeper(blocks.filter(isList)));
    if (number !== null) number += 1;
  }
  return items;
}

function lineOf({ children }: Element, place: Place): string {
  const blocks = readBlocks(children, place);
  const html = blocks.map((block) =>
    block.html.replace(/<\/?(?:p|h[1-4]|li|ul|ol|figure|blockquote)(?: [^>]*)?>|<img[^>]*>/g, ' '),
  );
  return html.join(' ').replace(/ {2,}/g, ' ').trim();
}

function headingOfClass(classes = ''): string | undefined {
  return /\bMsoTitle\b/i.test(classes) ? 'h1' : undefined;
}

function findMarker(element: Element): Node[] | null {
  if (isListMarker(styleOf(element.attribs))) return element.children;
  for (const child of childrenOf(element)) {
    const found = findMarker(child);
    if (found) return found;
  }
  return null;
}

function codeOf(element: Element): string {
  const code = textOf(element.children, true).replace(/^\n|\s+$/g, '');
  const classes = [element, ...childrenOf(element)].map(({ attribs }) => attribs.class ?? '').join(' ');
  const language = /\b(?:language|lang|highlight-source)-([a-z0-9+#]{1,40})/.exec(classes)?.[1];
  const open = language ? `<code class="language-${language}">` : '<code>';
  return code === '' ? '' : `<pre>${open}${escapeText(code)}</code></pre>`;
}
