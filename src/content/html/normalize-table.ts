import {
  type HtmlElement,
  type HtmlNode,
  isHtmlElement,
  isTextNode,
  renderOpenTag,
} from './inline-content.ts';

interface CellRenderers {
  renderLine(nodes: readonly HtmlNode[]): string;
  renderCell(nodes: readonly HtmlNode[], headings: boolean): string;
  /** Content outside the cells moves before the table, as in browsers. */
  renderStray(nodes: readonly HtmlNode[]): string;
}

interface Cell {
  name: 'th' | 'td';
  attributes: Record<string, string>;
  html: string;
}
interface Section {
  element: { name: string; attribs: Record<string, string> };
  rows: { attributes: Record<string, string>; cells: Cell[] }[];
}

const sectionOrder = ['thead', 'tbody', 'tfoot'];
const sectionNames = new Set(sectionOrder);

export function normalizeTable(table: HtmlElement, renderers: CellRenderers): string {
  const strays: HtmlNode[] = [];
  const sections: Section[] = [];
  let caption = '';
  for (const child of table.children) {
    const kind = isHtmlElement(child) ? child.name : '';
    if (!isHtmlElement(child)) strays.push(child);
    else if (kind === 'caption' && caption === '') caption = renderers.renderLine(child.children);
    else if (sectionNames.has(kind)) sections.push(parseSection(child, child.children, strays, renderers));
    else if (kind === 'tr') {
      const last = sections.at(-1);
      const implicitSection = parseSection(implicitBody, [child], strays, renderers);
      if (last?.element === implicitBody) last.rows.push(...implicitSection.rows);
      else sections.push(implicitSection);
    } else strays.push(child);
  }
  const strayHtml = renderers.renderStray(strays);
  const nonEmptySections = arrangeSections(sections.filter(({ rows }) => rows.length > 0));
  if (nonEmptySections.length === 0) return strayHtml + (caption && `<p>${caption}</p>`);
  if (!spansFit(nonEmptySections)) removeSpans(nonEmptySections);
  const captionHtml = caption && `<caption>${caption}</caption>`;
  return `${strayHtml}${renderOpenTag('table', table.attribs)}${captionHtml}${nonEmptySections.map(renderSection).join('')}</table>`;
}

const implicitBody = { name: 'tbody', attribs: {} };

function parseSection(
  element: Section['element'],
  children: readonly HtmlNode[],
  strays: HtmlNode[],
  renderers: CellRenderers,
): Section {
  const rows: Section['rows'] = [];
  for (const child of children) {
    if (!isHtmlElement(child) || child.name !== 'tr') {
      strays.push(child);
      continue;
    }
    const cells: Cell[] = [];
    for (const node of child.children) {
      if (isHtmlElement(node) && (node.name === 'td' || node.name === 'th'))
        cells.push(parseCell(node, node.name, renderers));
      else if (!isTextNode(node) || node.data.trim() !== '') strays.push(node);
    }
    if (cells.length > 0) rows.push({ attributes: child.attribs, cells });
  }
  return { element, rows };
}

function parseCell(node: HtmlElement, tagName: 'th' | 'td', renderers: CellRenderers): Cell {
  const html = renderers.renderCell(node.children, tagName === 'td');
  const name = html === '' ? 'td' : tagName;
  const { scope, ...attributes } = node.attribs;
  return { name, attributes: scope && name === 'th' ? { ...attributes, scope } : attributes, html };
}

function arrangeSections(sections: Section[]): Section[] {
  const seen = new Set<string>();
  const named = sections.map(({ element, rows }) => {
    const name = seen.has(element.name) ? 'tbody' : element.name;
    seen.add(name);
    return { element: { ...element, name }, rows };
  });
  const sorted = named.sort(
    (a, b) => sectionOrder.indexOf(a.element.name) - sectionOrder.indexOf(b.element.name),
  );
  for (const { element, rows } of sorted) {
    for (const { cells } of rows) {
      const isHeadRow = element.name === 'thead' || cells.every((cell) => cell.name === 'th');
      for (const cell of cells) if (cell.name === 'th') cell.attributes.scope ??= isHeadRow ? 'col' : 'row';
    }
  }
  return sorted;
}

/** False if cells overlap, a cell extends past its section, or no cell starts in a column. */
function spansFit(sections: readonly Section[]): boolean {
  const startColumns = new Set<number>();
  let width = 0;
  for (const { rows } of sections) {
    const occupiedUntil: number[] = [];
    for (const [index, { cells }] of rows.entries()) {
      let column = 0;
      for (const { attributes } of cells) {
        while ((occupiedUntil[column] ?? 0) > index) column += 1;
        startColumns.add(column);
        const below = index + Number(attributes.rowspan ?? 1);
        if (below > rows.length) return false;
        for (let remaining = Number(attributes.colspan ?? 1); remaining > 0; remaining -= 1, column += 1) {
          if ((occupiedUntil[column] ?? 0) > index) return false;
          occupiedUntil[column] = below;
        }
        width = Math.max(width, column);
      }
    }
  }
  return startColumns.size === width;
}

function removeSpans(sections: readonly Section[]): void {
  for (const { attributes } of sections.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))) {
    delete attributes.colspan;
    delete attributes.rowspan;
  }
}

function renderSection({ element, rows }: Section): string {
  const html = rows.map(({ attributes, cells }) => {
    const inner = cells.map(
      ({ name, attributes: cellAttributes, html: text }) =>
        `${renderOpenTag(name, cellAttributes)}${text}</${name}>`,
    );
    return `${renderOpenTag('tr', attributes)}${inner.join('')}</tr>`;
  });
  return `${renderOpenTag(element.name, element.attribs)}${html.join('')}</${element.name}>`;
}
