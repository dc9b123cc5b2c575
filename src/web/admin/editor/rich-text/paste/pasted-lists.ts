/** A finished block, or a list item that was pasted as a paragraph. */
export type PastedBlock = { kind: 'block'; html: string } | PastedListItem;

export interface PastedListItem {
  kind: 'item';
  html: string;
  /** 1 is the outermost level. */
  level: number;
  /** null for a bullet list. */
  number: number | null;
}

export function serializePastedBlocks(blocks: readonly PastedBlock[]): string {
  let html = '';
  let items: PastedListItem[] = [];
  const endList = () => {
    html += serializeItems(items);
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

/** Parses Word's list marker, such as `1.`, `(a)` or `iv)`. Returns null for a bullet. */
export function parseListNumber(marker: string): number | null {
  const text = marker.replace(/[\s\u00a0]/g, '');
  const [, digits, letters] = /^\(?(?:(\d{1,4})|([a-z]{1,5}))[.):]?$/i.exec(text) ?? [];
  if (digits) return Number(digits);
  // A lone `o` is Word's round bullet of the second level.
  return letters && text !== letters ? 1 : null;
}

function serializeItems(items: readonly PastedListItem[]): string {
  let html = '';
  let index = 0;
  while (index < items.length) {
    const [list, next] = serializeList(items, index, items[index]?.level ?? 1);
    html += list;
    index = next;
  }
  return html;
}

/** Ends at an item of a lower level or of the other kind. Returns the HTML and the next index. */
function serializeList(items: readonly PastedListItem[], from: number, level: number): [string, number] {
  const first = items[from];
  const isNumbered = first?.number !== null;
  let html = '';
  let index = from;
  while (index < items.length) {
    const item = items[index];
    if (!item || item.level < level || (item.level === level && (item.number !== null) !== isNumbered)) break;
    index += 1;
    let inner = item.html;
    while ((items[index]?.level ?? 0) > level) {
      const [nested, next] = serializeList(items, index, items[index]?.level ?? level);
      inner += nested;
      index = next;
    }
    html += `<li>${inner}</li>`;
  }
  const start = first?.number ?? 1;
  if (!isNumbered) return [`<ul>${html}</ul>`, index];
  return [`${start > 1 ? `<ol start="${start}">` : '<ol>'}${html}</ol>`, index];
}
