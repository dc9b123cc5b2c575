import type { HtmlElement } from '#blog/normalize-html.ts';
import { buildElement } from '../html-tree.ts';
import { childElements, isHiddenElement, parseInlineStyle } from './pasted-elements.ts';

/** Keeps spans. A layout table is replaced by the contents of its cells. */
export function buildPastedTable(
  table: HtmlElement,
  buildContent: (element: HtmlElement) => HtmlElement[],
): HtmlElement[] {
  const rows = findRows(table, false).filter(({ cells }) => cells.length > 0);
  const cells = rows.flatMap((row) => row.cells);
  const isLayout =
    /^(?:presentation|none)$/.test(table.attribs.role ?? '') ||
    cells.length < 2 ||
    cells.some((cell) => containsElement(cell, /^(?:table|h[1-4]|hr)$/));
  if (isLayout) return cells.flatMap(buildContent);
  const caption = childElements(table).filter(({ name }) => name === 'caption');
  const body = rows.map(({ isHead, cells: rowCells }) =>
    buildElement(
      'tr',
      {},
      rowCells.map((cell) => {
        const { colspan, rowspan } = cell.attribs;
        const spans = { colspan: parseSpan(colspan), rowspan: parseSpan(rowspan) };
        return buildElement(isHead ? 'th' : cell.name, spans, buildContent(cell));
      }),
    ),
  );
  const captions = caption.slice(0, 1).map((element) => buildElement('caption', {}, buildContent(element)));
  return [buildElement('table', {}, [...captions, buildElement('tbody', {}, body)])];
}

function findRows(element: HtmlElement, isHead: boolean): { isHead: boolean; cells: HtmlElement[] }[] {
  return childElements(element).flatMap((child) => {
    if (child.name === 'tr') return [{ isHead, cells: childElements(child).filter(isVisibleCell) }];
    return /^(?:thead|tbody|tfoot)$/.test(child.name) ? findRows(child, child.name === 'thead') : [];
  });
}

function isVisibleCell({ name, attribs }: HtmlElement): boolean {
  return (name === 'td' || name === 'th') && !isHiddenElement(attribs, parseInlineStyle(attribs));
}

function containsElement(element: HtmlElement, names: RegExp): boolean {
  return childElements(element).some((child) => names.test(child.name) || containsElement(child, names));
}

function parseSpan(value = ''): number | null {
  const count = Number.parseInt(value, 10);
  return count > 1 && count <= 100 ? count : null;
}
