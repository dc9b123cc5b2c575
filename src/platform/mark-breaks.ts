const thaiSegmenter = new Intl.Segmenter('th', { granularity: 'word' });
const chineseSegmenter = new Intl.Segmenter('zh', { granularity: 'word' });

interface LineBreakOption {
  text: string;
  /** Lines break only at spaces, including zero-width ones. */
  usesKeepAll: boolean;
}

/** Best first. Zero-width spaces mark breaks that the renderer doesn't find. */
export function lineBreakOptions(text: string, lang: string): LineBreakOption[] {
  // A word joiner (U+2060) in the text forbids a break.
  if (lang === 'th')
    return [{ text: insertWordBreaks(text, thaiSegmenter).replaceAll('\u2060', ''), usesKeepAll: false }];
  if (!lang.startsWith('zh')) return [{ text, usesKeepAll: false }];
  const withClauseBreaks = text
    .replaceAll(' ', '\u00a0')
    .replace(/(?<=[，、；：。！？])(?![，、；：。！？”’」』）》])/g, '\u200b');
  return [
    { text: withClauseBreaks, usesKeepAll: true },
    { text: insertWordBreaks(text, chineseSegmenter), usesKeepAll: true },
  ];
}

/** Thai and Chinese have no spaces between words. Punctuation stays with the preceding word. */
function insertWordBreaks(text: string, segmenter: Intl.Segmenter): string {
  const parts = [...segmenter.segment(text)];
  return parts
    .map(({ segment, isWordLike }, index) => {
      const next = parts[index + 1];
      const mayBreak = isWordLike || /[，、；：。！？]$/.test(segment);
      return mayBreak && next?.isWordLike && !/^[ๆฯ]/.test(next.segment) ? `${segment}\u200b` : segment;
    })
    .join('');
}
