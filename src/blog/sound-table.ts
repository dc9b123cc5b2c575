import { type Element, isTag, isText, type Node, openTag } from './write-line.ts';

interface Writers {
  line(nodes: readonly Node[]): string;
  cell(nodes: readonly Node[], headings: boolean): string;
  /** What stands in a table outside its cells comes before it, as browsers do it. */
  stray(nodes: readonly Node[]): string;
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

const order = ['thead', 'tbody', 'tfoot'];
const sectionNames = new Set(order);

/** A table that checkers accept: sections in their order, no empty row, heads with a scope, spans that fit together. */
export function soundTable(table: Element, write: Writers): string {
  const strays: Node[] = [];
  const sections: Section[] = [];
  let caption = '';
  for (const child of table.children) {
    const kind = isTag(child) ? child.name : '';
    if (!isTag(child)) strays.push(child);
    else if (kind === 'caption' && caption === '') caption = captionOf(child, write);
    else if (sectionNames.has(kind)) sections.push(sectionOf(child, child.children, strays, write));
    else if (kind === 'tr') {
      const last = sections.at(-1);
      const loose = sectionOf(bareBody, [child], strays, write);
      if (last?.element === bareBody) last.rows.push(...loose.rows);
      else sections.push(loose);
    } else strays.push(child);
  }
  const before = write.stray(strays);
  const filled = arranged(sections.filter(({ rows }) => rows.length > 0));
  if (filled.length === 0) return before + (caption && `<p>${caption}</p>`);
  if (!spansFit(filled)) dropSpans(filled);
  const head = caption && `<caption>${caption}</caption>`;
  return `${before}${openTag('table', table.attribs)}${head}${filled.map(writeSection).join('')}</table>`;
}

const bareBody = { name: 'tbody', attribs: {} };

function captionOf(caption: Element, write: Writers): string {
  return write.line(caption.children);
}

function sectionOf(
  element: Section['element'],
  children: readonly Node[],
  strays: Node[],
  write: Writers,
): Section {
  const rows: Section['rows'] = [];
  for (const child of children) {
    if (!isTag(child) || child.name !== 'tr') {
      strays.push(child);
      continue;
    }
    const cells: Cell[] = [];
    for (const node of child.children) {
      if (isTag(node) && (node.name === 'td' || node.name === 'th'))
        cells.push(cellOf(node, node.name, write));
      else if (!isText(node) || node.data.trim() !== '') strays.push(node);
    }
    if (cells.length > 0) rows.push({ attributes: child.attribs, cells });
  }
  return { element, rows };
}

function cellOf(node: Element, given: 'th' | 'td', write: Writers): Cell {
  const html = write.cell(node.children, given === 'td');
  // A head that says nothing is none.
  const name = html === '' ? 'td' : given;
  const { scope, ...attributes } = node.attribs;
  return { name, attributes: scope && name === 'th' ? { ...attributes, scope } : attributes, html };
}

/** One head first, one foot last; further ones are bodies. Every head of a row or column says which. */
function arranged(sections: Section[]): Section[] {
  const seen = new Set<string>();
  const named = sections.map(({ element, rows }) => {
    const name = seen.has(element.name) ? 'tbody' : element.name;
    seen.add(name);
    return { element: { ...element, name }, rows };
  });
  const sorted = named.sort((a, b) => order.indexOf(a.element.name) - order.indexOf(b.element.name));
  for (const { element, rows } of sorted) {
    for (const { cells } of rows) {
      const isHeadRow = element.name === 'thead' || cells.every((cell) => cell.name === 'th');
      for (const cell of cells) if (cell.name === 'th') cell.attributes.scope ??= isHeadRow ? 'col' : 'row';
    }
  }
  return sorted;
}

/** Whether no cell covers another, every row and every column has a cell that begins in it, and none reaches too far. */
function spansFit(sections: readonly Section[]): boolean {
  const begun = new Set<number>();
  let width = 0;
  for (const { rows } of sections) {
    const taken: number[] = [];
    for (const [index, { cells }] of rows.entries()) {
      let column = 0;
      for (const { attributes } of cells) {
        while ((taken[column] ?? 0) > index) column += 1;
        begun.add(column);
        const below = index + Number(attributes.rowspan ?? 1);
        if (below > rows.length) return false;
        for (let wide = Number(attributes.colspan ?? 1); wide > 0; wide -= 1, column += 1) {
          if ((taken[column] ?? 0) > index) return false;
          taken[column] = below;
        }
        width = Math.max(width, column);
      }
    }
  }
  return begun.size === width;
}

function dropSpans(sections: readonly Section[]): void {
  for (const { attributes } of sections.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))) {
    delete attributes.colspan;
    delete attributes.rowspan;
  }
}

function writeSection({ element, rows }: Section): string {
  const html = rows.map(({ attributes, cells }) => {
    const inner = cells.map(
      ({ name, attributes: own, html: text }) => `${openTag(name, own)}${text}</${name}>`,
    );
    return `${openTag('tr', attributes)}${inner.join('')}</tr>`;
  });
  return `${openTag(element.name, element.attribs)}${html.join('')}</${element.name}>`;
}
