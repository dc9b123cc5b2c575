import { encodedBlobPattern, findUrls, normalizeForComparison, removeTokens } from './text-checks.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const minWordBoundaryRatio = 0.5;

/** Host names of the source may stay. Returns '' if the result still resembles a URL or markup. */
export function cleanModelText(output: string, source: string, htmlToText: (html: string) => string): string {
  const known = normalizeForComparison(source);
  const line = stripMarkup(output, htmlToText)
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
    .replace(encodedBlobPattern, (blob) => (source.includes(blob) ? blob : ''))
    .replace(/(\*\*|__|`+)(.+?)\1/g, '$2');
  const unknownUrls = findUrls(line).filter((url) => url.includes('/') || !known.includes(url));
  const clean = stripQuotes(removeTokens(line, unknownUrls).replace(/ +/g, ' ').trim()).trim();
  // Width variants may still spell a URL or markup.
  const bare = normalizeForComparison(clean);
  const isPlain = findUrls(bare).every((url) => known.includes(url)) && !/<[a-z!/?]/i.test(bare);
  return isPlain ? clean : '';
}

const maxUnescapePasses = 5;

function stripMarkup(output: string, htmlToText: (html: string) => string): string {
  let text = htmlToText(output);
  for (let pass = 1; pass < maxUnescapePasses; pass += 1) {
    const before = text;
    text = htmlToText(before);
    if (text === before) break;
  }
  return text.replace(/<+(?=[a-z!/?])/gi, '');
}

const openingQuotes = `"'“„«‘「`;
const closingQuotes = `"'”“»’」`;

/** Not a regular expression, which would be quadratic for many quotes. */
function stripQuotes(line: string): string {
  let start = 0;
  while (start < line.length && openingQuotes.includes(line.charAt(start))) start += 1;
  let end = line.length;
  while (end > 0 && closingQuotes.includes(line.charAt(end - 1))) end -= 1;
  if (start === 0 || end === line.length) return line;
  return start < end ? line.slice(start, end) : '';
}

export function truncateWords(text: string, maxLength: number): string {
  const truncated = truncateGraphemes(text, maxLength);
  if (truncated.length === text.length) return text;
  const gap = /^\s/.test(text.slice(truncated.length)) ? truncated.length : truncated.lastIndexOf(' ');
  return (gap >= maxLength * minWordBoundaryRatio ? truncated.slice(0, gap) : truncated).replace(
    /[\s,;:–-]+$/u,
    '',
  );
}

/** In UTF-16 code units. Never splits a grapheme. */
export function truncateGraphemes(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text)) {
    if (index + segment.length > maxLength) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

const linkCharactersPattern = /^[!-~]*$/;

/** The last word may be incomplete, and the start of a link does not look like one. */
function removeLastWord(text: string): string {
  let end = text.length;
  while (end > 0) {
    const isPair = end > 1 && text.codePointAt(end - 2) !== text.charCodeAt(end - 2);
    const start = end - (isPair ? 2 : 1);
    if (!linkCharactersPattern.test(normalizeForComparison(text.slice(start, end)))) break;
    end = start;
  }
  return text.slice(0, end);
}

/** Longer than `sentencePrefixLength` in `ai/prompt.ts`. */
const pendingLength = 32;

/** `sanitize` gets all text so far, and returns null to stop. The end is delayed: it may start a link. */
export function createStreamFilter(
  sanitize: (soFar: string) => string | null,
  onPiece: (text: string) => void,
) {
  let soFar = '';
  let sent = '';
  let isDone = false;

  function send(safeText: string | null): void {
    if (safeText === null || !safeText.startsWith(sent)) isDone = true;
    else if (safeText.length > sent.length) {
      onPiece(safeText.slice(sent.length));
      sent = safeText;
    }
  }

  return {
    push(piece: string): void {
      soFar += piece;
      if (isDone) return;
      const safeText = sanitize(soFar);
      send(
        safeText === null
          ? null
          : sanitize(removeLastWord(truncateGraphemes(soFar, soFar.length - pendingLength))),
      );
    },
    end(finalText: string): void {
      if (!isDone) send(finalText);
    },
  };
}
