const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });
const chineseWords = new Intl.Segmenter('zh', { granularity: 'word' });

interface Breaking {
  text: string;
  /** Lines break at spaces only, those of no width among them. */
  keepsAll: boolean;
}

/** The ways in which lines of a heading may break, the best first: a space of no width stands where the renderer knows none. */
export function breakings(text: string, lang: string): Breaking[] {
  // A word joiner in the text says where it must not break.
  if (lang === 'th')
    return [{ text: betweenWords(text, thaiWords).replaceAll('\u2060', ''), keepsAll: false }];
  if (!lang.startsWith('zh')) return [{ text, keepsAll: false }];
  const betweenClauses = text
    .replaceAll(' ', '\u00a0')
    .replace(/(?<=[，、；：。！？])(?![，、；：。！？”’」』）》])/g, '\u200b');
  return [
    { text: betweenClauses, keepsAll: true },
    { text: betweenWords(text, chineseWords), keepsAll: true },
  ];
}

/** Thai writes no spaces between words, Chinese neither. Marks stay with the word before them. */
function betweenWords(text: string, words: Intl.Segmenter): string {
  const parts = [...words.segment(text)];
  return parts
    .map(({ segment, isWordLike }, index) => {
      const next = parts[index + 1];
      const mayBreak = isWordLike || /[，、；：。！？]$/.test(segment);
      return mayBreak && next?.isWordLike && !/^[ๆฯ]/.test(next.segment) ? `${segment}\u200b` : segment;
    })
    .join('');
}
