const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Without a gap between words a cut may fall anywhere. */
const shortestKept = 0.5;

/**
 * What a model wrote as one line of plain text: markup, quotes around it, and links that the material does not have
 * are gone. `textOf` gives the text of HTML.
 */
export function cleanWords(answer: string, source: string, textOf: (html: string) => string): string {
  const line = textOf(answer)
    .toWellFormed()
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\b(?:[a-z][a-z+.-]*:\/\/|www\.)[^\s<>"'“”()[\]]+/gi, (link) =>
      source.includes(link) ? link : '',
    )
    .replace(/(\*\*|__|`+)(.+?)\1/g, '$2')
    .replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return unquoted(line).trim();
}

const opening = `"'“„«‘「`;
const closing = `"'”“»’」`;

/** Not by a pattern: one would try each of many quotes as the first and as the last. */
function unquoted(line: string): string {
  let start = 0;
  while (start < line.length && opening.includes(line.charAt(start))) start += 1;
  let end = line.length;
  while (end > 0 && closing.includes(line.charAt(end - 1))) end -= 1;
  if (start === 0 || end === line.length) return line;
  return start < end ? line.slice(start, end) : '';
}

/** At most `most` characters, whole letters and where it can be whole words. */
export function cutWords(text: string, most: number): string {
  const cut = cutLetters(text, most);
  if (cut.length === text.length) return text;
  const gap = /^\s/.test(text.slice(cut.length)) ? cut.length : cut.lastIndexOf(' ');
  return (gap >= most * shortestKept ? cut.slice(0, gap) : cut).replace(/[\s,;:–-]+$/u, '');
}

/** At most `most` characters, whole letters with all their marks. */
export function cutLetters(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text)) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
