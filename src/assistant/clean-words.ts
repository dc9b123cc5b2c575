import { bareText, packedWords } from './bare-text.ts';
import { addressesIn, without } from './kept-tokens.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Without a gap between words a cut may fall anywhere. */
const shortestKept = 0.5;

/**
 * What a model wrote as one line of plain text: markup, quotes around it, addresses and what is not seen are gone. Of
 * addresses only a host's name may stay, where the material has it. `textOf` gives the text of HTML.
 */
export function cleanWords(answer: string, source: string, textOf: (html: string) => string): string {
  const known = bareText(source);
  const line = withoutMarkup(answer, textOf)
    .toWellFormed()
    .normalize('NFC')
    .replace(/(?![\u200b-\u200d])\p{Cf}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/!\[[^\]]*\] ?\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\] ?\([^)]*\)/g, '$1')
    .replace(
      /\b(?:[a-z][a-z+.-]*:\/\/|(?:javascript|vbscript):(?=\S)|data:(?=[a-z]+\/))[^\s<>"'“”()[\]]+/gi,
      '',
    )
    .replace(packedWords, (word) => (source.includes(word) ? word : ''))
    .replace(/(\*\*|__|`+)(.+?)\1/g, '$2');
  const foreign = addressesIn(line).filter((address) => address.includes('/') || !known.includes(address));
  const clean = unquoted(without(line, foreign).replace(/ +/g, ' ').trim()).trim();
  // What can still be read as an address or as markup, in letters of another width, is nothing to keep.
  const bare = bareText(clean);
  const isPlain = addressesIn(bare).every((address) => known.includes(address)) && !/<[a-z!/?]/i.test(bare);
  return isPlain ? clean : '';
}

/** Markup that was escaped, and comes out as markup, is markup too. */
const escapedAtMost = 5;

function withoutMarkup(answer: string, textOf: (html: string) => string): string {
  let text = textOf(answer);
  for (let time = 1; time < escapedAtMost; time += 1) {
    const before = text;
    text = textOf(before);
    if (text === before) break;
  }
  return text.replace(/<+(?=[a-z!/?])/gi, '');
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
