import { parseDocument } from 'htmlparser2';
import { soundTable } from './sound-table.ts';
import {
  type Element,
  isMark,
  isTag,
  isText,
  type Leaf,
  leafOf,
  leavesOf,
  type Mark,
  marksInside,
  type Node,
  openTag,
  preformattedLeaves,
  writeLine,
} from './write-line.ts';

/** What stands around a text: its marks, how deep its blocks are nested, and what its lines are put into. */
interface Place {
  marks: readonly Mark[];
  depth: number;
  /** `null`: a line may stand as it is, as in a list's item. */
  wrap: 'p' | null;
  headings: boolean;
}

const paragraph = { name: 'p', open: '<p>' };
const headingNames = new Set(['h1', 'h2', 'h3', 'h4']);
/** A line of its own wherever it is met outside its whole: an item without a list. */
const lineNames = new Set(['p', ...headingNames, 'li', 'figcaption', 'caption', 'th', 'td']);
/** Blocks nested deeper are flattened to their lines. */
const depthMax = 12;

/**
 * Sanitised HTML nested as the standard wants it: lines in paragraphs, no block inside a line, no link in a link,
 * only items in lists, sound tables, nothing empty.
 */
export function soundStructure(html: string): string {
  const { children } = parseDocument(html);
  return writeBlocks(children, { marks: [], depth: 0, wrap: 'p', headings: true });
}

function writeBlocks(nodes: readonly Node[], place: Place): string {
  const out: string[] = [];
  let line: Leaf[] = [];
  let around = place.wrap === null ? null : paragraph;
  let endsBare = false;

  const endLine = () => {
    const html = writeLine(line).replace(/ {2,}/g, ' ');
    line = [];
    if (html === '') return;
    // Two bare lines would run into one.
    const element = around ?? (endsBare ? paragraph : null);
    out.push(element ? `${element.open}${html}</${element.name}>` : html);
    endsBare = element === null;
  };
  const pushBlock = (html: string) => {
    if (html === '') return;
    out.push(html);
    endsBare = false;
  };
  const walkLine = ({ name, attribs, children }: Element, marks: readonly Mark[]) => {
    const before = around;
    const isHeading = headingNames.has(name) && place.headings;
    if (isHeading) around = { name, open: openTag(name, attribs) };
    else if (!before || before.name === 'p') around = { name: 'p', open: openTag('p', languageOf(attribs)) };
    for (const child of children) walk(child, marks);
    endLine();
    around = before;
  };
  const walk = (node: Node, marks: readonly Mark[]): void => {
    const leaf = leafOf(node, marks);
    if (leaf) line.push(leaf);
    if (leaf || !isTag(node)) return;
    if (isMark(node)) {
      const inside = marksInside(node, marks);
      for (const child of node.children) walk(child, inside);
      return;
    }
    endLine();
    const write = place.depth < depthMax ? blocks[node.name] : undefined;
    if (write) pushBlock(write(node, { ...place, marks, depth: place.depth + 1 }));
    else if (node.name === 'hr') pushBlock('<hr>');
    else if (lineNames.has(node.name)) walkLine(node, marks);
    else {
      const inside = marksInside(node, marks);
      for (const child of node.children) walk(child, inside);
    }
    endLine();
  };

  for (const node of nodes) walk(node, place.marks);
  endLine();
  return out.join('');
}

const blocks: Record<string, (element: Element, place: Place) => string> = {
  ul: list,
  ol: list,
  figure,
  blockquote: (element, place) => wrapped(element, writeBlocks(element.children, { ...place, wrap: 'p' })),
  pre: (element, place) => {
    const lines = writeLine(preformattedLeaves(element.children, place.marks)).split('\n');
    // Not by a pattern: one would look at a long run of spaces again from each of them.
    const text = lines.map((line) => line.trimEnd()).join('\n');
    return text.replace(/<[^>]*>/g, '').trim() === '' ? '' : wrapped(element, text);
  },
  table: (element, place) =>
    soundTable(element, {
      line: (nodes) => writeLine(leavesOf(nodes, place.marks)).replace(/ {2,}/g, ' '),
      cell: (nodes, headings) => writeBlocks(nodes, { ...place, wrap: null, headings }),
      stray: (nodes) => writeBlocks(nodes, { ...place, wrap: 'p' }),
    }),
};

function list(element: Element, place: Place): string {
  const items: { open: string; nodes: Node[] }[] = [];
  for (const child of element.children) {
    const last = items.at(-1);
    if (isTag(child) && child.name === 'li')
      items.push({ open: openTag('li', languageOf(child.attribs)), nodes: [...child.children] });
    else if (isBlank(child)) continue;
    else if (last) last.nodes.push(child);
    else items.push({ open: '<li>', nodes: [child] });
  }
  const html = items.map(({ open, nodes }) => {
    const text = writeBlocks(nodes, { ...place, wrap: null });
    return text === '' ? '' : `${open}${text}</li>`;
  });
  return wrapped(element, html.join(''));
}

function figure(element: Element, place: Place): string {
  const inside: Place = { ...place, wrap: null };
  const captionAt = element.children.findIndex((node) => isTag(node) && node.name === 'figcaption');
  const caption = element.children[captionAt];
  const rest = element.children.filter((_, index) => index !== captionAt);
  const text = writeBlocks(rest, inside);
  if (!caption || !isTag(caption)) return wrapped(element, text);
  if (text === '') return writeBlocks(caption.children, { ...place, wrap: 'p' });
  const words = wrapped(caption, writeBlocks(caption.children, inside));
  const isFirst = element.children.slice(0, captionAt).every(isBlank);
  return wrapped(element, isFirst ? words + text : text + words);
}

function wrapped({ name, attribs }: Element, html: string): string {
  return html === '' ? '' : `${openTag(name, attribs)}${html}</${name}>`;
}

function isBlank(node: Node): boolean {
  return isText(node) ? node.data.trim() === '' : !isTag(node);
}

/** A part outside its whole loses what only says something there. */
function languageOf({ lang, dir }: Record<string, string>): Record<string, string> {
  return { ...(lang && { lang }), ...(dir && { dir }) };
}
