import type { Node } from '@tiptap/pm/model';
import { countWords } from '#i18n/reading-time.ts';

/** Cache for unchanged blocks. */
const counted = new WeakMap<Node, number>();

/** Counts words by the rule of the reading time. */
export function countDocumentWords(doc: Node): number {
  let total = 0;
  doc.descendants((block) => {
    if (!block.isTextblock) return true;
    const count = counted.get(block) ?? countWords(block.textBetween(0, block.content.size, ' ', ' '));
    counted.set(block, count);
    total += count;
    return false;
  });
  return total;
}
