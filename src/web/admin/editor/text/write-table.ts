import type { Node } from '@tiptap/pm/model';
import { escapeText, openTag, soundLine } from './write-line.ts';

interface Cell {
  isHead: boolean;
  attributes: Record<string, unknown>;
  rowspan: number;
  html: string;
}

/** A table with its rows of heads as its head, and a scope on each head. */
export function writeTable(table: Node, writeCell: (cell: Node) => string): string {
  const rows: { node: Node; cells: Cell[] }[] = [];
  table.forEach((node) => {
    const cells: Cell[] = [];
    node.forEach((cell) => {
      cells.push(cellOf(cell, writeCell(cell)));
    });
    if (cells.length > 0) rows.push({ node, cells });
  });
  const heads = headRows(rows.map(({ cells }) => cells));
  const write = (from: number, to: number, name: string) => {
    const html = rows.slice(from, to).map(({ node, cells }) => {
      const scope = from === 0 && name === 'thead' ? 'col' : scopeIn(cells);
      return `${openTag('tr', languageOf(node))}${cells.map((cell) => writeOne(cell, scope)).join('')}</tr>`;
    });
    return html.length === 0 ? '' : `<${name}>${html.join('')}</${name}>`;
  };
  const caption = soundLine(table.attrs.caption);
  const head = caption === '' ? '' : `<caption>${escapeText(caption)}</caption>`;
  const body = write(0, heads, 'thead') + write(heads, rows.length, 'tbody');
  return body === '' ? '' : `${openTag('table', languageOf(table))}${head}${body}</table>`;
}

function languageOf({ attrs }: Node): Record<string, unknown> {
  return { lang: attrs.lang, dir: attrs.dir };
}

function cellOf(cell: Node, html: string): Cell {
  const { colspan, rowspan } = cell.attrs;
  return {
    isHead: cell.type.name === 'tableHeader',
    attributes: {
      colspan: colspan > 1 ? colspan : null,
      rowspan: rowspan > 1 ? rowspan : null,
      ...languageOf(cell),
    },
    rowspan,
    html,
  };
}

function writeOne({ isHead, attributes, html }: Cell, scope: string): string {
  // A head that says nothing is none.
  const name = isHead && html !== '' ? 'th' : 'td';
  return `${openTag(name, name === 'th' ? { ...attributes, scope } : attributes)}${html}</${name}>`;
}

/** The first rows that are heads altogether; none where a cell of them reaches below. */
function headRows(rows: Cell[][]): number {
  const count = rows.findIndex((cells) => !cells.every(({ isHead }) => isHead));
  const heads = count === -1 ? rows.length : count;
  const fits = rows.slice(0, heads).every((cells, row) => cells.every((cell) => row + cell.rowspan <= heads));
  return fits ? heads : 0;
}

function scopeIn(cells: Cell[]): string {
  return cells.every(({ isHead }) => isHead) ? 'col' : 'row';
}
