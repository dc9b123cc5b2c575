import type { Node } from '@tiptap/pm/model';
import { escapeHtml, normalizeAltText, startTag } from './serialize-inline.ts';

interface Cell {
  isHead: boolean;
  attributes: Record<string, unknown>;
  rowspan: number;
  html: string;
}

/** Writes leading header rows as `thead` and gives every header cell a scope. */
export function serializeTable(table: Node, serializeCell: (cell: Node) => string): string {
  const rows: { node: Node; cells: Cell[] }[] = [];
  table.forEach((node) => {
    const cells: Cell[] = [];
    node.forEach((cell) => {
      cells.push(toCell(cell, serializeCell(cell)));
    });
    if (cells.length > 0) rows.push({ node, cells });
  });
  const headCount = countHeadRows(rows.map(({ cells }) => cells));
  const serializeSection = (from: number, to: number, name: string) => {
    const html = rows.slice(from, to).map(({ node, cells }) => {
      const scope = from === 0 && name === 'thead' ? 'col' : getScope(cells);
      return `${startTag('tr', languageAttributes(node))}${cells.map((cell) => serializeTableCell(cell, scope)).join('')}</tr>`;
    });
    return html.length === 0 ? '' : `<${name}>${html.join('')}</${name}>`;
  };
  const caption = normalizeAltText(table.attrs.caption);
  const head = caption === '' ? '' : `<caption>${escapeHtml(caption)}</caption>`;
  const body = serializeSection(0, headCount, 'thead') + serializeSection(headCount, rows.length, 'tbody');
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

function serializeTableCell({ isHead, attributes, html }: Cell, scope: string): string {
  const name = isHead && html !== '' ? 'th' : 'td';
  return `${startTag(name, name === 'th' ? { ...attributes, scope } : attributes)}${html}</${name}>`;
}

/** Number of leading rows that have only header cells; 0 if one of these cells spans below them. */
function countHeadRows(rows: Cell[][]): number {
  const count = rows.findIndex((cells) => !cells.every(({ isHead }) => isHead));
  const headCount = count === -1 ? rows.length : count;
  const fits = rows
    .slice(0, headCount)
    .every((cells, row) => cells.every((cell) => row + cell.rowspan <= headCount));
  return fits ? headCount : 0;
}

function getScope(cells: Cell[]): string {
  return cells.every(({ isHead }) => isHead) ? 'col' : 'row';
}
