import type { Node } from '@tiptap/pm/model';
import { countWords } from '#i18n/reading-time.ts';

/** Of blocks that have not changed since. */
const counted = new WeakMap<Node, number>();

/** The words of all lines of a text, by the rule of its reading time. */
export function countWordsOf(doc: Node): number {
  let words = 0;
  doc.descendants((block) => {
    if (!block.isTextblock) return true;
    const own = counted.get(block) ?? countWords(block.textBetween(0, block.content.size, ' ', ' '));
    counted.set(block, own);
    words += own;
    return false;
  });
  return words;
}
