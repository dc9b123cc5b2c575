const readingWordsPerMinute = 200;

const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
let segmenter: Intl.Segmenter | undefined;

/** Words are separated by spaces. For Chinese, Thai and the like, a dictionary segments the text. */
export function countWords(text: string): number {
  const chunks = text.split(/\s+/).filter((chunk) => chunk !== '');
  return chunks.reduce(
    (sum, chunk) => sum + (unspacedScripts.test(chunk) ? countSegmentedWords(chunk) : 1),
    0,
  );
}

function countSegmentedWords(chunk: string): number {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  let count = 0;
  for (const { isWordLike } of segmenter.segment(chunk)) if (isWordLike) count += 1;
  return Math.max(1, count);
}

export function readingMinutes(wordCount: number): number {
  return Math.max(1, Math.ceil(wordCount / readingWordsPerMinute));
}
