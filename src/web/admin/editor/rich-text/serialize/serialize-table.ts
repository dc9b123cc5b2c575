import type { Node } from '@tiptap/pm/model';
import { escapeHtml, normalizeAltText, startTag } from './serialize-inline.ts';

interface Cell {
  isHead: boolean;
  attributes: Record<string, unknown>;
  rowspan: number;
  html: string;
}

/** Writes leading header rows as `thead` and gives every header cell a scope. */
export function serializeTable(table: Node, writeCell: (cell: Node) => string): string {
  const rows: { node: Node; cells: Cell[] }[] = [];
  table.forEach((node) => {
    const cells: Cell[] = [];
    node.forEach((cell) => {
      cells.push(toCell(cell, writeCell(cell)));
    });
    if (cells.length > 0) rows.push({ node, cells });
  });
  const heads = headRows(rows.map(({ cells }) => cells));
  const write = (from: number, to: number, name: string) => {
    const html = rows.slice(from, to).map(({ node, cells }) => {
      const scope = from === 0 && name === 'thead' ? 'col' : scopeIn(cells);
      return `${startTag('tr', languageAttributes(node))}${cells.map((cell) => writeOne(cell, scope)).join('')}</tr>`;
    });
    return html.length === 0 ? '' : `<${name}>${html.join('')}</${name}>`;
  };
  const caption = normalizeAltText(table.attrs.caption);
  const head = caption === '' ? '' : `<caption>${escapeHtml(caption)}</caption>`;
  const body = write(0, heads, 'thead') + write(heads, rows.length, 'tbody');
  return body === '' ? '' : `${startTag('table', languageAttributes(table))}${head}${body}</table>`;
}

function languageAttributes({ attrs }: Node): Record<string, unknown> {
  return { lang: attrs.lang, dir: attrs.dir };
}

function toCell(cell: Node, html: string): Cell {
  const { colspan, rowspan } = cell.attrs;
  return {
    isHead: cell.type.name === 'tableHeader',
    attributes: {
      colspan: colspan > 1 ? colspan : null,
      rowspan: rowspan > 1 ? rowspan : null,
      ...languageAttributes(cell),
    },
    rowspan,
    html,
  };
}

function writeOne({ isHead, attributes, html }: Cell, scope: string): string {
  // An empty header cell is written as `td`.
  const name = isHead && html !== '' ? 'th' : 'td';
  return `${startTag(name, name === 'th' ? { ...attributes, scope } : attributes)}${html}</${name}>`;
}

/** Number of leading rows that have only header cells; 0 if one of these cells spans below them. */
function headRows(rows: Cell[][]): number {
  const count = rows.findIndex((cells) => !cells.every(({ isHead }) => isHead));
  const heads = count === -1 ? rows.length : count;
  const fits = rows.slice(0, heads).every((cells, row) => cells.every((cell) => row + cell.rowspan <= heads));
  return fits ? heads : 0;
}

function scopeIn(cells: Cell[]): string {
  return cells.every(({ isHead }) => isHead) ? 'col' : 'row';
}
