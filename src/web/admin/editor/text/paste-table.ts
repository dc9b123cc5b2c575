import { childrenOf, type Element } from './paste-nodes.ts';
import { isHidden, styleOf } from './paste-style.ts';
import { escapeText, openTag, soundLine } from './write-line.ts';

interface Writers {
  cell(cell: Element): string;
  line(element: Element): string;
}

/** A table with its spans; one that only lays out a page gives what its cells hold. */
export function pastedTable(table: Element, write: Writers): string {
  const rows = rowsOf(table).map((row) => ({
    isHead: row.parent !== null && 'name' in row.parent && row.parent.name === 'thead',
    cells: childrenOf(row).filter(
      ({ name, attribs }) => (name === 'td' || name === 'th') && !isHidden(attribs, styleOf(attribs)),
    ),
  }));
  const filled = rows.filter(({ cells }) => cells.length > 0);
  const cells = filled.flatMap((row) => row.cells);
  const isLayout =
    /^(?:presentation|none)$/.test(table.attribs.role ?? '') ||
    cells.length < 2 ||
    cells.some((cell) => holds(cell, /^(?:table|h[1-4]|hr)$/));
  if (isLayout) return cells.map((cell) => write.cell(cell)).join('');
  const html = filled.map(({ isHead, cells: own }) => {
    const written = own.map((cell) => {
      const name = isHead ? 'th' : cell.name;
      const { colspan, rowspan } = cell.attribs;
      return `${openTag(name, { colspan: span(colspan), rowspan: span(rowspan) })}${write.cell(cell)}</${name}>`;
    });
    return `<tr>${written.join('')}</tr>`;
  });
  const caption = childrenOf(table).find(({ name }) => name === 'caption');
  const words = caption ? soundLine(write.line(caption).replace(/<[^>]*>/g, '')) : '';
  return `<table>${words && `<caption>${escapeText(words)}</caption>`}<tbody>${html.join('')}</tbody></table>`;
}

function rowsOf(element: Element): Element[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === 'tr') return [child];
    return /^(?:thead|tbody|tfoot)$/.test(child.name) ? rowsOf(child) : [];
  });
}

function holds(element: Element, names: RegExp): boolean {
  return childrenOf(element).some((child) => names.test(child.name) || holds(child, names));
}

function span(given = ''): string | null {
  const count = Number.parseInt(given, 10);
  return count > 1 && count <= 100 ? String(count) : null;
}
