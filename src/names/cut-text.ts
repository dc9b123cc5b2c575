const encoder = new TextEncoder();

export function utf8ByteLength(text: string): number {
  return encoder.encode(text).length;
}

/** The longest start that fits, cut between graphemes. */
export function truncateToBytes(text: string, maxBytes: number): string {
  if (utf8ByteLength(text) <= maxBytes) return text;
  let result = '';
  let bytes = 0;
  for (const grapheme of splitGraphemes(text)) {
    bytes += utf8ByteLength(grapheme);
    if (bytes > maxBytes) break;
    result += grapheme;
  }
  return result;
}

export function trimDotsAndSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ' .'.includes(text.charAt(start))) start += 1;
  while (end > start && ' .'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function* splitGraphemes(text: string): Generator<string> {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}
