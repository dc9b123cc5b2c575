import { escapeHtml, normalizeAltText, startTag } from '../serialize/serialize-inline.ts';
import { childElements, type PastedElement } from './pasted-nodes.ts';
import { isHiddenElement, parseInlineStyle } from './pasted-styles.ts';

interface CellSerializers {
  cell(cell: PastedElement): string;
  line(element: PastedElement): string;
}

/** Keeps spans. A layout table is replaced by the contents of its cells. */
export function serializePastedTable(table: PastedElement, serialize: CellSerializers): string {
  const rows = findRows(table).map((row) => ({
    isHead: row.parent !== null && 'name' in row.parent && row.parent.name === 'thead',
    cells: childElements(row).filter(
      ({ name, attribs }) =>
        (name === 'td' || name === 'th') && !isHiddenElement(attribs, parseInlineStyle(attribs)),
    ),
  }));
  const filled = rows.filter(({ cells }) => cells.length > 0);
  const cells = filled.flatMap((row) => row.cells);
  const isLayout =
    /^(?:presentation|none)$/.test(table.attribs.role ?? '') ||
    cells.length < 2 ||
    cells.some((cell) => containsElement(cell, /^(?:table|h[1-4]|hr)$/));
  if (isLayout) return cells.map((cell) => serialize.cell(cell)).join('');
  const html = filled.map(({ isHead, cells: rowCells }) => {
    const cellsHtml = rowCells.map((cell) => {
      const name = isHead ? 'th' : cell.name;
      const { colspan, rowspan } = cell.attribs;
      return `${startTag(name, { colspan: parseSpan(colspan), rowspan: parseSpan(rowspan) })}${serialize.cell(cell)}</${name}>`;
    });
    return `<tr>${cellsHtml.join('')}</tr>`;
  });
  const caption = childElements(table).find(({ name }) => name === 'caption');
  const captionText = caption ? normalizeAltText(serialize.line(caption).replace(/<[^>]*>/g, '')) : '';
  return `<table>${captionText && `<caption>${escapeHtml(captionText)}</caption>`}<tbody>${html.join('')}</tbody></table>`;
}

function findRows(element: PastedElement): PastedElement[] {
  return childElements(element).flatMap((child) => {
    if (child.name === 'tr') return [child];
    return /^(?:thead|tbody|tfoot)$/.test(child.name) ? findRows(child) : [];
  });
}

function containsElement(element: PastedElement, names: RegExp): boolean {
  return childElements(element).some((child) => names.test(child.name) || containsElement(child, names));
}

function parseSpan(value = ''): string | null {
  const count = Number.parseInt(value, 10);
  return count > 1 && count <= 100 ? String(count) : null;
}
