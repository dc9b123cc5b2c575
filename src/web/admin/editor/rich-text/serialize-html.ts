import type { Mark, Node } from '@tiptap/pm/model';
import { contentElements, elementsByEditorType } from '#content/elements.ts';
import { isExternalUrl, sanitizeUrl } from '#content/link-url.ts';
import { type HtmlElement, type HtmlNode, normalizeHtml } from '#content/normalize-html.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { linkCards } from './extensions/cards/link-cards.ts';
import { threadsPostCard } from './extensions/cards/threads-post.ts';
import type { FigureCaption } from './extensions/images/figure.ts';
import { type Attributes, buildElement, buildReference, buildText, hasContent } from './html-tree.ts';
import type { TableSection } from './table/table-nodes.ts';

/** Cache for unchanged blocks: a keystroke serializes only one block, not the whole text. */
const htmlCache = new WeakMap<Node, string>();

/** HTML that the server stores unchanged: no empty elements and no trailing spaces. */
export function serializeHtml(doc: Node): string {
  let html = '';
  doc.forEach((block) => {
    const blockHtml = htmlCache.get(block) ?? normalizeHtml([buildBlock(block)]);
    htmlCache.set(block, blockHtml);
    html += blockHtml;
  });
  return html;
}

const languageAttributes = ({ attrs }: Node): Attributes => ({ lang: attrs.lang, dir: attrs.dir });

/** A builder for blocks with blocks. */
const blocksIn =
  (name: string, getAttributes: (node: Node) => Attributes) =>
  (node: Node): HtmlElement =>
    buildElement(
      name,
      { ...getAttributes(node), ...languageAttributes(node) },
      node.children.map(buildBlock),
    );

function buildBlock(node: Node): HtmlElement {
  const builder = builders[node.type.name];
  if (builder) return builder(node);
  const name = elementsByEditorType.get(node.type.name) ?? 'p';
  const content = node.isTextblock ? buildLine(node) : node.children.map(buildBlock);
  return buildElement(name, { ...pickAttributes(node, name), ...languageAttributes(node) }, content);
}

/** The attributes of the element that the node has, too, and the class with the name of the node. */
function pickAttributes({ attrs, type }: Node, name: string): Attributes {
  const { attributes = [], classes = [] } = contentElements.get(name) ?? {};
  const picked: Attributes = Object.fromEntries(attributes.map((key) => [key, attrs[key]]));
  return classes.includes(type.name) ? { ...picked, class: type.name } : picked;
}

const builders: Record<string, (node: Node) => HtmlElement> = {
  heading: (node) =>
    buildElement(`h${node.attrs.level}`, { id: node.attrs.id, ...languageAttributes(node) }, buildLine(node)),
  orderedList: blocksIn('ol', ({ attrs: { start } }) => ({ start: start > 1 ? start : null })),
  listItem: (node) =>
    buildElement('li', languageAttributes(node), buildTight(node, ['bulletList', 'orderedList'])),
  callout: blocksIn('aside', ({ attrs: { kind } }) => ({ class: `callout-${kind}` })),
  footnotes: blocksIn('ol', () => ({ class: 'footnotes' })),
  footnote: (node) =>
    buildElement('li', { id: node.attrs.id, ...languageAttributes(node) }, buildTight(node, [])),
  // Without a valid URL, only the text is stored.
  buttonLink: (node) => {
    const href = sanitizeUrl(node.attrs.href ?? '');
    const attributes = { class: 'button', ...linkAttributes(href ?? '', node.attrs.target) };
    const link = buildElement('a', attributes, [buildText(node.textContent)]);
    return buildElement('p', languageAttributes(node), href === null ? link.children : [link]);
  },
  description: (node) =>
    buildElement('dd', languageAttributes(node), buildTight(node, ['bulletList', 'orderedList'])),
  codeBlock: (node) => {
    const { language } = node.attrs;
    const kind = /^[a-z0-9+#-]{1,40}$/.test(language ?? '') ? `language-${language}` : null;
    const code = buildElement('code', { class: kind }, [buildText(node.textContent.trimEnd())]);
    return buildElement('pre', languageAttributes(node), [code]);
  },
  horizontalRule: () => buildElement('hr'),
  figure: (node) => {
    const { isFirst = false, ...captionAttributes }: Partial<FigureCaption> = node.attrs.caption ?? {};
    const caption = buildElement('figcaption', captionAttributes, buildLine(node));
    const attributes = { class: node.attrs.size, ...languageAttributes(node) };
    const image = buildImage(node);
    return buildElement('figure', attributes, isFirst ? [caption, image] : [image, caption]);
  },
  blockFigure: blocksIn('figure', ({ attrs: { kind } }) => ({ class: kind })),
  gallery: (node) => {
    const figures = node.children.map(buildBlock);
    const [only] = figures;
    const attributes = { class: 'gallery', ...languageAttributes(node) };
    return only && figures.length === 1 ? only : buildElement('figure', attributes, figures);
  },
  threadsPost: ({ attrs }) => threadsPostCard.build(attrs.card),
  ...Object.fromEntries(linkCards.map(({ name, build }) => [name, ({ attrs }: Node) => build(attrs.card)])),
  // Saves a link until the image is stored: nothing is lost, and readers load nothing from other sites.
  pendingPicture: ({ attrs }) => {
    const href = /^https?:/i.test(attrs.address ?? '') ? sanitizeUrl(attrs.address) : null;
    const text = href && buildText(normalizeLine(attrs.alt ?? '') || href);
    return buildElement('p', {}, text ? [buildElement('a', { href, rel: 'noopener' }, [text])] : []);
  },
  table: (node) => {
    const headCount = countHeadRows(node);
    return buildElement('table', languageAttributes(node), [
      buildElement('caption', {}, [buildText(normalizeLine(node.attrs.caption ?? ''))]),
      ...buildSections(node.children, headCount),
    ]);
  },
  tableRow: (row) => {
    const isHead = row.children.every(isHeadCell) || row.attrs.section?.name === 'thead';
    const cells = row.children.map((cell) => {
      const { colspan, rowspan } = cell.attrs;
      const attributes = {
        colspan: colspan > 1 ? colspan : null,
        rowspan: rowspan > 1 ? rowspan : null,
        ...languageAttributes(cell),
        scope: isHeadCell(cell) ? (cell.attrs.scope ?? (isHead ? 'col' : 'row')) : null,
      };
      return buildElement(isHeadCell(cell) ? 'th' : 'td', attributes, buildTight(cell, []));
    });
    return buildElement('tr', languageAttributes(row), cells);
  },
};

/** Writes a single line without its `p`, even if blocks of the types in `before` follow it. */
function buildTight(node: Node, before: readonly string[]): HtmlNode[] {
  const blocks = node.children
    .map((child) => ({ type: child.type.name, element: buildBlock(child) }))
    .filter(({ element }) => hasContent(element));
  const [first, ...rest] = blocks;
  const isBare =
    first?.type === 'paragraph' &&
    Object.keys(first.element.attribs).length === 0 &&
    rest.every(({ type }) => before.includes(type));
  const elements = blocks.map(({ element }) => element);
  return isBare ? [...first.element.children, ...elements.slice(1)] : elements;
}

/** A new row belongs to the section of the row above it. */
function buildSections(rows: readonly Node[], headCount: number): HtmlElement[] {
  const sections: { section: TableSection | null; name: string; rows: HtmlElement[] }[] = [];
  rows.forEach((row, index) => {
    const isHead = index < headCount;
    const section: TableSection | null = row.attrs.section;
    const last = index === headCount ? undefined : sections.at(-1);
    if (last && (isHead || section === null || section.index === last.section?.index))
      last.rows.push(buildBlock(row));
    else {
      const name = isHead ? 'thead' : section?.name === 'tfoot' ? 'tfoot' : 'tbody';
      sections.push({ section, name, rows: [buildBlock(row)] });
    }
  });
  return sections.map(({ section, name, rows: elements }) =>
    buildElement(name, { lang: section?.lang, dir: section?.dir }, elements),
  );
}

const isHeadCell = ({ type }: Node) => type.name === 'tableHeader';
function isHeadRow({ children, attrs: { section } }: Node): boolean {
  if (section === null) return children.every(isHeadCell);
  return section.name === 'thead' && (section.isPlain || children.some(isHeadCell));
}

/** Number of leading rows that are headers; 0 if one of these cells spans below them. */
function countHeadRows({ children: rows }: Node): number {
  const count = rows.findIndex((row) => !isHeadRow(row));
  const headCount = count === -1 ? rows.length : count;
  const fits = rows
    .slice(0, headCount)
    .every(({ children: cells }, row) => cells.every(({ attrs }) => row + attrs.rowspan <= headCount));
  return fits ? headCount : 0;
}

function buildImage({ attrs: { src, alt, width, height } }: Node, language: Attributes = {}): HtmlElement {
  return buildElement('img', { src, alt: normalizeLine(alt ?? ''), width, height, ...language });
}

/** Neighbors share the elements of their marks. */
function buildLine(block: Node): HtmlNode[] {
  const line: HtmlNode[] = [];
  const isVisible = ({ text, type }: Node) =>
    type.name === 'image' || type.name === 'footnoteReference' || (text ?? '').trim() !== '';
  const { children } = block;
  const visible = children.slice(children.findIndex(isVisible), children.findLastIndex(isVisible) + 1);
  const texts = collapseSpaces(visible);
  const nestedMarks = nestMarks(visible);
  let open: { mark: Mark; children: HtmlNode[] }[] = [];
  visible.forEach((node, index) => {
    const marks = nestedMarks[index] ?? [];
    const differs = open.findIndex(({ mark }, depth) => !marks[depth]?.eq(mark));
    if (differs !== -1) open = open.slice(0, differs);
    for (const mark of marks.slice(open.length)) {
      const children: HtmlNode[] = [];
      (open.at(-1)?.children ?? line).push(buildMark(mark, children));
      open.push({ mark, children });
    }
    (open.at(-1)?.children ?? line).push(buildLeaf(node, texts[index] ?? ''));
  });
  return line;
}

/** The marks of each node, outermost first. Those of a whole ruby are outside of it, so that it stays in one piece. */
function nestMarks(nodes: readonly Node[]): Mark[][] {
  const lists = nodes.map(({ marks }) =>
    marks.filter((mark) => mark.attrs.href === undefined || sanitizeUrl(mark.attrs.href)),
  );
  for (let start = 0, end = 0; start < lists.length; start = end) {
    const ruby = lists[start]?.find(({ type }) => type.name === 'ruby');
    end = start + 1;
    while (ruby && end < lists.length && ruby.isInSet(lists[end] ?? [])) end += 1;
    const shared = lists[start]?.filter(
      (mark) => mark !== ruby && lists.slice(start, end).every((marks) => mark.isInSet(marks)),
    );
    if (!ruby || !shared) continue;
    for (let index = start; index < end; index += 1) {
      const inside = lists[index]?.filter((mark) => !mark.isInSet(shared)) ?? [];
      lists[index] = [...shared, ...inside];
    }
  }
  return lists;
}

function buildLeaf(node: Node, text: string): HtmlNode {
  if (node.isText) return buildText(text);
  if (node.type.name === 'footnoteReference') return buildReference(node.attrs.id);
  return node.type.name === 'image' ? buildImage(node, languageAttributes(node)) : buildElement('br');
}

function buildMark({ type, attrs }: Mark, children: HtmlNode[]): HtmlElement {
  const { lang, dir, ...others } = attrs;
  const name = elementsByEditorType.get(type.name) ?? 'span';
  if (name !== 'a') return buildElement(name, { ...others, lang, dir }, children);
  const href = sanitizeUrl(attrs.href) ?? '';
  return buildElement('a', { ...linkAttributes(href, attrs.target), lang, dir }, children);
}

function linkAttributes(href: string, targetName: unknown): Attributes {
  const target = targetName === '_blank' ? '_blank' : null;
  return { href, target, rel: isExternalUrl(href) || target ? 'noopener' : null };
}

/** The texts of a line without spaces at both ends and next to breaks, and without double spaces. */
function collapseSpaces(nodes: readonly Node[]): string[] {
  const texts = nodes.map((node) => {
    if (node.isText) return (node.text ?? '').replace(/[ \t\n\r\f]/g, ' ');
    return node.type.name === 'hardBreak' ? '\n' : '\ufffc';
  });
  // NUL keeps the offsets; the normalizer removes it.
  const line = texts.join('').replace(/ +/g, (spaces, at: number, all: string) => {
    const neighbors = [all[at - 1] ?? '\n', all[at + spaces.length] ?? '\n'];
    return (neighbors.includes('\n') ? '\0' : ' ').padEnd(spaces.length, '\0');
  });
  let end = 0;
  return texts.map(({ length }) => {
    end += length;
    return line.slice(end - length, end);
  });
}
