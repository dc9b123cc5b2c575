export const readingWordsPerMinute = 200;

/** Written without spaces between the words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
let segmenter: Intl.Segmenter | undefined;

/** What stands between spaces is a word; in Chinese, Thai and their like the dictionary tells the words apart. */
export function countWords(text: string): number {
  const chunks = text.split(/\s+/).filter((chunk) => chunk !== '');
  return chunks.reduce((sum, chunk) => sum + (unspaced.test(chunk) ? wordsInside(chunk) : 1), 0);
}

function wordsInside(chunk: string): number {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  let words = 0;
  for (const { isWordLike } of segmenter.segment(chunk)) if (isWordLike) words += 1;
  return Math.max(1, words);
}

/** Whole minutes that reading so many words takes, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.ceil(words / readingWordsPerMinute));
}
