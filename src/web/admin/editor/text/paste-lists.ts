/** A finished block of what was pasted, or an item of a list that came as a paragraph of its own. */
export type PastedBlock = { kind: 'block'; html: string } | PastedItem;

export interface PastedItem {
  kind: 'item';
  html: string;
  /** From 1, the outermost. */
  level: number;
  /** null: with bullets. */
  number: number | null;
}

/** Blocks with the items among them put into lists, nested by their levels. */
export function writeBlocks(blocks: readonly PastedBlock[]): string {
  let html = '';
  let items: PastedItem[] = [];
  const endList = () => {
    html += writeItems(items);
    items = [];
  };
  for (const block of blocks) {
    if (block.kind === 'item') {
      items.push(block);
      continue;
    }
    endList();
    html += block.html;
  }
  endList();
  return html;
}

/** What Word writes in front of an item: `1.`, `(a)`, `iv)`, or some sign. */
export function numberOf(marker: string): number | null {
  const text = marker.replace(/[\s\u00a0]/g, '');
  const [, digits, letters] = /^\(?(?:(\d{1,4})|([a-z]{1,5}))[.):]?$/i.exec(text) ?? [];
  if (digits) return Number(digits);
  // A lone `o` is the round bullet of the second level.
  return letters && text !== letters ? 1 : null;
}

function writeItems(items: readonly PastedItem[]): string {
  let html = '';
  let at = 0;
  while (at < items.length) {
    const [list, next] = writeList(items, at, items[at]?.level ?? 1);
    html += list;
    at = next;
  }
  return html;
}

/** The list that begins at `from`, and where it ends: at an item of less depth or of the other kind. */
function writeList(items: readonly PastedItem[], from: number, level: number): [string, number] {
  const first = items[from];
  const isNumbered = first?.number !== null;
  let html = '';
  let at = from;
  while (at < items.length) {
    const item = items[at];
    if (!item || item.level < level || (item.level === level && (item.number !== null) !== isNumbered)) break;
    at += 1;
    let inner = item.html;
    while ((items[at]?.level ?? 0) > level) {
      const [nested, next] = writeList(items, at, items[at]?.level ?? level);
      inner += nested;
      at = next;
    }
    html += `<li>${inner}</li>`;
  }
  const start = first?.number ?? 1;
  if (!isNumbered) return [`<ul>${html}</ul>`, at];
  return [`${start > 1 ? `<ol start="${start}">` : '<ol>'}${html}</ol>`, at];
}
