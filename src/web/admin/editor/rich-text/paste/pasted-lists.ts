import type { HtmlElement, HtmlNode } from '#blog/normalize-html.ts';
import { buildElement } from '../html-tree.ts';

/** A list item, also one that was pasted as a paragraph. */
export interface PastedListItem {
  /** 1 is the outermost level. */
  level: number;
  /** null for a bullet list. */
  number: number | null;
  children: HtmlNode[];
}

export type PastedBlock = HtmlElement | PastedListItem;

export function isListItem(block: PastedBlock): block is PastedListItem {
  return 'level' in block;
}

export function buildLists(blocks: readonly PastedBlock[]): HtmlElement[] {
  const rest = blocks.toReversed();
  const elements: HtmlElement[] = [];
  for (let block = rest.at(-1); block; block = rest.at(-1)) {
    if (isListItem(block)) elements.push(takeList(rest, block));
    else {
      elements.push(block);
      rest.pop();
    }
  }
  return elements;
}

/** Takes items from the end of `rest`, until one of a lower level or of the other kind. */
function takeList(rest: PastedBlock[], { level, number }: PastedListItem): HtmlElement {
  const items: HtmlNode[][] = [];
  for (let item = rest.at(-1); item && isListItem(item) && item.level >= level; item = rest.at(-1)) {
    if (item.level > level) items.at(-1)?.push(takeList(rest, item));
    else {
      if ((item.number === null) !== (number === null)) break;
      items.push([...item.children]);
      rest.pop();
    }
  }
  const start = number !== null && number > 1 ? number : null;
  const elements = items.map((children) => buildElement('li', {}, children));
  return buildElement(number === null ? 'ul' : 'ol', { start }, elements);
}

/** Parses Word's list marker, such as `1.`, `(a)` or `iv)`. Returns null for a bullet. */
export function parseListNumber(marker: string): number | null {
  const text = marker.replace(/[\s\u00a0]/g, '');
  const [, digits, letters] = /^\(?(?:(\d{1,4})|([a-z]{1,5}))[.):]?$/i.exec(text) ?? [];
  if (digits) return Number(digits);
  // A lone `o` is Word's round bullet of the second level.
  return letters && text !== letters ? 1 : null;
}
