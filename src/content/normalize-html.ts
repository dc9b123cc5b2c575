import { namesByRole } from './elements.ts';
import {
  collectLeaves,
  collectPreformattedLeaves,
  findReferencedNote,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
  type InlineLeaf,
  type InlineMark,
  isHtmlElement,
  isInlineMark,
  isTextNode,
  nestedMarks,
  renderInline,
  renderOpenTag,
  toLeaf,
} from './html/inline-content.ts';
import { normalizeDescriptionList, normalizeFaq, renderButton } from './html/normalize-blocks.ts';
import { normalizeTable } from './html/normalize-table.ts';

interface BlockContext {
  marks: readonly InlineMark[];
  depth: number;
  /** null: lines may be bare, as in list items. */
  wrap: 'p' | null;
  headings: boolean;
}

const paragraph = { name: 'p', open: '<p>' };
const headingNames = new Set(['h1', 'h2', 'h3', 'h4']);
/** Rendered as separate lines outside their parent, such as `li` without a list. */
const lineNames = namesByRole('line', 'item');
/** Deeper blocks are flattened to their lines. */
const depthMax = 12;

export { findReferencedNote, type HtmlElement, type HtmlNode, type HtmlText, isHtmlElement, isTextNode };

/** Writes the HTML that posts are stored with. Server and editor use it, so both write the same. */
export function normalizeHtml(nodes: readonly HtmlNode[]): string {
  return renderBlocks(nodes, { marks: [], depth: 0, wrap: 'p', headings: true });
}

function renderBlocks(nodes: readonly HtmlNode[], context: BlockContext): string {
  const fragments: string[] = [];
  let line: InlineLeaf[] = [];
  let lineWrapper = context.wrap === null ? null : paragraph;
  let endsUnwrapped = false;

  const endLine = () => {
    const html = renderInline(line).replace(/ {2,}/g, ' ');
    // Screen readers can't announce a heading without text.
    const isEmptyHeading =
      headingNames.has(lineWrapper?.name ?? '') && !line.some(({ kind }) => kind === 'text');
    line = [];
    if (html === '') return;
    // Two adjacent bare lines would merge.
    const element = isEmptyHeading || (endsUnwrapped && !lineWrapper) ? paragraph : lineWrapper;
    fragments.push(element ? `${element.open}${html}</${element.name}>` : html);
    endsUnwrapped = element === null;
  };
  const pushBlock = (html: string) => {
    if (html === '') return;
    fragments.push(html);
    endsUnwrapped = false;
  };
  const walkLine = ({ name, attribs, children }: HtmlElement, marks: readonly InlineMark[]) => {
    const before = lineWrapper;
    const isHeading = headingNames.has(name) && context.headings;
    if (isHeading) lineWrapper = { name, open: renderOpenTag(name, attribs) };
    else if (!before || before.name === 'p')
      lineWrapper = { name: 'p', open: renderOpenTag('p', pickLanguageAttributes(attribs)) };
    for (const child of children) walk(child, marks);
    endLine();
    lineWrapper = before;
  };
  const walk = (node: HtmlNode, marks: readonly InlineMark[]): void => {
    const leaf = toLeaf(node, marks);
    if (leaf) line.push(leaf);
    if (leaf || !isHtmlElement(node)) return;
    const button = renderButton(node);
    if (button !== null) {
      endLine();
      const wrapper = lineWrapper?.name === 'p' ? lineWrapper : paragraph;
      pushBlock(`${wrapper.open}${button}</p>`);
      return;
    }
    if (isInlineMark(node)) {
      const inside = nestedMarks(node, marks);
      for (const child of node.children) walk(child, inside);
      return;
    }
    endLine();
    const renderBlock = context.depth < depthMax ? findBlockRenderer(node.name) : undefined;
    if (renderBlock) pushBlock(renderBlock(node, { ...context, marks, depth: context.depth + 1 }));
    else if (node.name === 'hr') pushBlock('<hr>');
    else if (lineNames.has(node.name)) walkLine(node, marks);
    else {
      const inside = nestedMarks(node, marks);
      for (const child of node.children) walk(child, inside);
    }
    endLine();
  };

  for (const node of nodes) walk(node, context.marks);
  endLine();
  return fragments.join('');
}

type BlockRenderer = (element: HtmlElement, context: BlockContext) => string;

const blockNames = namesByRole('block');

function findBlockRenderer(name: string): BlockRenderer | undefined {
  return blocks[name] ?? (blockNames.has(name) && name !== 'hr' ? renderBlocksInside : undefined);
}

const renderBlocksInside: BlockRenderer = (element, context) =>
  wrapElement(element, renderBlocks(element.children, { ...context, wrap: 'p' }));

const blocks: Record<string, BlockRenderer> = {
  ul: renderList,
  ol: renderList,
  figure: renderFigure,
  pre: (element, context) => {
    const lines = renderInline(collectPreformattedLeaves(element.children, context.marks)).split('\n');
    // A regular expression would be quadratic on long runs of spaces.
    const text = lines.map((line) => line.trimEnd()).join('\n');
    return text.replace(/<[^<>]*>/g, '').trim() === '' ? '' : wrapElement(element, text);
  },
  details: renderDetails,
  // Header cells can't have sections.
  aside: (element, context) => {
    const html = renderBlocks(element.children, { ...context, wrap: 'p' });
    return context.headings ? wrapElement(element, html) : html;
  },
  section: (element, context) =>
    normalizeFaq(element, {
      isQuestion: (details) => context.depth < depthMax && findLabel(details, context) !== null,
      renderBlocks: (nodes) => renderBlocks(nodes, { ...context, wrap: 'p' }),
    }),
  dl: (element, context) =>
    normalizeDescriptionList(element, {
      renderTerm: (nodes) => renderLine(nodes, context),
      renderDescription: (nodes) => renderBlocks(nodes, { ...context, wrap: null }),
      renderStray: (nodes) => renderBlocks(nodes, { ...context, wrap: 'p' }),
    }),
  table: (element, context) =>
    normalizeTable(element, {
      renderLine: (nodes) => renderLine(nodes, context),
      renderCell: (nodes, headings) => renderBlocks(nodes, { ...context, wrap: null, headings }),
      renderStray: (nodes) => renderBlocks(nodes, { ...context, wrap: 'p' }),
    }),
};

function renderList(element: HtmlElement, context: BlockContext): string {
  const items: { open: string; nodes: HtmlNode[] }[] = [];
  const isNotes = element.attribs.class === 'footnotes';
  for (const child of element.children) {
    const last = items.at(-1);
    if (isHtmlElement(child) && child.name === 'li')
      items.push({
        open: renderOpenTag('li', {
          ...(isNotes && child.attribs.id && { id: child.attribs.id }),
          ...pickLanguageAttributes(child.attribs),
        }),
        nodes: [...child.children],
      });
    else if (isBlank(child)) continue;
    else if (last) last.nodes.push(child);
    else items.push({ open: '<li>', nodes: [child] });
  }
  const html = items.map(({ open, nodes }) => {
    const text = renderBlocks(nodes, { ...context, wrap: null });
    // A note may still be empty, but its reference must have a target.
    return text === '' && !open.startsWith('<li id=') ? '' : `${open}${text}</li>`;
  });
  return wrapElement(element, html.join(''));
}

function renderLine(nodes: readonly HtmlNode[], { marks }: BlockContext): string {
  return renderInline(collectLeaves(nodes, marks)).replace(/ {2,}/g, ' ');
}

/** Without a summary, the content is always visible. So it is in header cells, which can't have sections. */
function renderDetails(element: HtmlElement, context: BlockContext): string {
  const label = findLabel(element, context);
  if (label === null) return renderBlocks(element.children, { ...context, wrap: 'p' });
  const { summary, html } = label;
  const rest = element.children.filter((node) => node !== summary);
  return wrapElement(element, wrapElement(summary, html) + renderBlocks(rest, { ...context, wrap: 'p' }));
}

function findLabel(element: HtmlElement, context: BlockContext) {
  const [summary] = element.children.filter(isSummary);
  const html = summary && context.headings ? renderLine(summary.children, context) : '';
  return summary && html !== '' ? { summary, html } : null;
}

const isSummary = (node: HtmlNode): node is HtmlElement => isHtmlElement(node) && node.name === 'summary';

function renderFigure(element: HtmlElement, context: BlockContext): string {
  const inside: BlockContext = { ...context, wrap: null };
  const captionIndex = element.children.findIndex(
    (node) => isHtmlElement(node) && node.name === 'figcaption',
  );
  const caption = element.children[captionIndex];
  const otherNodes = element.children.filter((_, index) => index !== captionIndex);
  const text = renderBlocks(otherNodes, inside);
  if (!caption || !isHtmlElement(caption)) return wrapElement(element, text);
  if (text === '') return renderBlocks(caption.children, { ...context, wrap: 'p' });
  const captionHtml = wrapElement(caption, renderBlocks(caption.children, inside));
  const isFirst = element.children.slice(0, captionIndex).every(isBlank);
  return wrapElement(element, isFirst ? captionHtml + text : text + captionHtml);
}

function wrapElement({ name, attribs }: HtmlElement, html: string): string {
  return html === '' ? '' : `${renderOpenTag(name, attribs)}${html}</${name}>`;
}

function isBlank(node: HtmlNode): boolean {
  return isTextNode(node) ? node.data.trim() === '' : !isHtmlElement(node);
}

/** The attributes that still make sense outside the element's parent. */
function pickLanguageAttributes({ lang, dir }: Record<string, string>): Record<string, string> {
  return { ...(lang && { lang }), ...(dir && { dir }) };
}
