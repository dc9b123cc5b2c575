const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** The beginning of a text that fits, cut between graphemes: what looks like one sign is never halved. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  let kept = '';
  let bytes = 0;
  for (const sign of signsOf(text)) {
    bytes += byteLength(sign);
    if (bytes > maxBytes) break;
    kept += sign;
  }
  return kept;
}

/** Without dots and spaces at its ends. */
export function trimEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ' .'.includes(text.charAt(start))) start += 1;
  while (end > start && ' .'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function* signsOf(text: string): Generator<string> {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(text)) yield segment;
}
