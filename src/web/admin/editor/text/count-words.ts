import type { Node } from '@tiptap/pm/model';

/** Written without spaces between the words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
let segmenter: Intl.Segmenter | undefined;
/** Of blocks that have not changed since. */
const counted = new WeakMap<Node, number>();

/** As the time of reading counts them: between spaces; in Chinese, Thai and their like by the dictionary. */
export function countWords(text: string): number {
  const chunks = text.split(/\s+/).filter((chunk) => chunk !== '');
  return chunks.reduce((sum, chunk) => sum + (unspaced.test(chunk) ? wordsInside(chunk) : 1), 0);
}

/** The words of all lines of a text. */
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

function wordsInside(chunk: string): number {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  let words = 0;
  for (const { isWordLike } of segmenter.segment(chunk)) if (isWordLike) words += 1;
  return Math.max(1, words);
}
