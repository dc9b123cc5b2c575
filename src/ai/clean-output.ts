import { stripQuotes } from './answer/strip-quotes.ts';
import { type BlockSegment, escapeBlockText, parseBlockText, plainBlockText } from './block-text-contract.ts';

/** Folds width variants, invisible characters and escaped markup. Only for checks: never store the result. */
export function normalizeForComparison(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/&(?:(?:amp|#0*38|#x0*26);)+/gi, '&')
    .replace(/&(?:lt|#0*60|#x0*3c);?/gi, '<')
    .replace(/&(?:gt|#0*62|#x0*3e);?/gi, '>');
}

export const encodedBlobPattern = /[A-Za-z0-9+/=_]{40,}/g;

const schemeUrlPattern =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|(?:javascript|vbscript):(?=\S)|data:(?=[a-z]+\/))[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%[\]]+/gi;

const emailPattern = /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g;
const domainPattern =
  /(?<![\p{Script=Latin}\p{N}@.-])(?:[a-z0-9-]+\.)+(?:com|net|org|io|app|dev|info|biz|example|test|invalid|site|online|shop|store|xyz|top|club|live|link|click|page|blog|news|tech|cloud|ru|cn)(?:\/[A-Za-z0-9\-._~/?#@=&%+]*)?(?![\p{Script=Latin}\p{N}])/giu;

const domainAndPathPattern =
  /(?<![\p{Script=Latin}\p{N}@.-])(?=[0-9-]*[a-z])(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::\d+)?\/[A-Za-z0-9\-._~/?#@=&%+]*/giu;

/** Two lowercase letters after a period without a space may be a word. */
const countryDomainPattern =
  /(?<![\p{Script=Latin}\p{N}@.-])(?:[a-z0-9-]+\.)*[a-z0-9-]{3,}\.(?:co|me|tv|ai|gg|ly|cc|su|uk|us|eu|de|fr|es|it|nl|pl|br|in|id|th|vn|jp|kr)(?![\p{Script=Latin}\p{N}.])/gu;

const filePattern =
  /(?<![\p{Script=Latin}\p{N}/_-])[A-Za-z0-9_-]+\.(?:jpe?g|png|gif|webp|avif|heic|svg|mp4|mov|webm|mp3|m4a|txt|pdf|zip|html?|json|csv|tsx?|jsx?|css|md)(?![\p{Script=Latin}\p{N}])/giu;

const handlePattern = /(?<![\p{Script=Latin}\p{N}_@])@[A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?/gu;
const hashtagPattern = /(?<![\p{Script=Latin}\p{N}_&#])#(?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+/gu;

/** Also finds domains and email addresses. */
export function findUrls(text: string): string[] {
  const schemeUrls = (text.match(schemeUrlPattern) ?? []).map(trimPunctuation);
  const remaining = text.replace(schemeUrlPattern, ' ');
  const bare = remaining.replace(emailPattern, ' ');
  const withPath = bare.match(domainAndPathPattern) ?? [];
  const hosts = bare.replace(domainAndPathPattern, ' ');
  return [
    ...new Set([
      ...schemeUrls,
      ...(remaining.match(emailPattern) ?? []),
      ...withPath.map(trimPunctuation),
      ...(hosts.match(domainPattern) ?? []),
      ...(hosts.match(countryDomainPattern) ?? []),
    ]),
  ];
}

export function findInvariantTokens(text: string): string[] {
  const urls = findUrls(text);
  const remaining = removeTokens(text, urls);
  return [
    ...new Set([
      ...urls,
      ...(remaining.match(filePattern) ?? []),
      ...(remaining.match(handlePattern) ?? []),
      ...(remaining.match(hashtagPattern) ?? []),
    ]),
  ];
}

export function removeTokens(text: string, tokens: readonly string[]): string {
  return [...tokens]
    .sort((a, b) => b.length - a.length)
    .reduce((remaining, token) => (token === '' ? remaining : remaining.replaceAll(token, ' ')), text);
}

/** Not a regular expression, which would be quadratic. */
function trimPunctuation(url: string): string {
  let end = url.length;
  while (end > 0 && `.,;:!?'")]`.includes(url.charAt(end - 1))) end -= 1;
  return url.slice(0, end);
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const minWordBoundaryRatio = 0.5;

/** Without quotes around the whole text. */
export function cleanModelText(output: string, source: string, htmlToText: (html: string) => string): string {
  return stripQuotes(cleanModelLine(output, source, htmlToText)).trim();
}

/** With more of them, it is no text. */
const maxUrls = 200;

/** Host names of the source may stay. Returns '' if the result still resembles a URL or markup. Linear. */
function cleanModelLine(output: string, source: string, htmlToText: (html: string) => string): string {
  const known = normalizeForComparison(source);
  const line = stripMarkup(output, htmlToText)
    .toWellFormed()
    .normalize('NFC')
    .replace(/(?![\u200b-\u200d])\p{Cf}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/!\[[^[\]]*\] ?\([^)[]*\)/g, ' ')
    .replace(/\[([^[\]]*)\] ?\([^)[]*\)/g, '$1')
    .replace(
      /\b(?:[a-z][a-z+.-]{0,30}:\/\/|(?:javascript|vbscript):(?=\S)|data:(?=[a-z]+\/))[^\s<>"'“”()[\]]+/gi,
      '',
    )
    .replace(encodedBlobPattern, (blob) => (source.includes(blob) ? blob : ''))
    .replace(/\*\*(.+?)\*\*/g, '$1')
    .replace(/__(.+?)__/g, '$1')
    .replace(/(?<!`)(`+)([^`]+)\1/g, '$2');
  const urls = findUrls(line);
  if (urls.length > maxUrls) return '';
  const unknownUrls = urls.filter((url) => url.includes('/') || !known.includes(url));
  const clean = removeTokens(line, unknownUrls).replace(/ +/g, ' ').trim();
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
  return text.replace(/<+/g, (signs, at: number) =>
    /[a-z!/?]/i.test(text.charAt(at + signs.length)) ? '' : signs,
  );
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

/** `push` and `sanitize` get all text so far; `sanitize` returns null to stop. The end is delayed: it may start a link. */
export function createStreamFilter(
  sanitize: (soFar: string) => string | null,
  onPiece: (text: string) => void,
) {
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
    push(soFar: string): void {
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

const bulletPattern = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/;
/** Stands for a URL of the source while a line is cleaned: a private-use character for each. */
const placeholderPattern = /[\ue000-\uf8ff]/g;
const firstPlaceholder = 0xe000;

/**
 * The lines of a model's output as block text. URLs of the source may stay. A line keeps the tags of the source
 * only if nothing else had to be removed from it: a tag could hide parts of a URL from the check.
 */
export function cleanTaggedLines(
  output: string,
  source: string,
  htmlToText: (html: string) => string,
): string[] {
  const known = plainTaggedText(source);
  const knownUrls = findUrls(known);
  const knownFolded = normalizeForComparison(known);
  const sourceTags = new Set(source.match(/<\d+\/?>/g));
  const hasBullets = source.split('\n').some((line) => bulletPattern.test(line));
  return output
    .replace(placeholderPattern, '')
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => cleanLine(hasBullets ? line : line.replace(bulletPattern, '')))
    .filter((line) => plainBlockText(line).trim() !== '');

  function cleanLine(line: string): string {
    const pieces = parseBlockText(line);
    const plain = toPlain(pieces);
    const clean = restoreUrls(cleanModelLine(protectUrls(plain), known, htmlToText));
    const isOwn = findUrls(normalizeForComparison(clean)).every((url) => knownFolded.includes(url));
    if (!isOwn) return '';
    if (foldSpaces(clean) !== foldSpaces(plain)) return escapeBlockText(clean);
    const used = new Set<string>();
    return pieces
      .map((piece) => {
        if (piece.kind === 'text') return escapeBlockText(piece.text.replace(/[\t ]+/g, ' '));
        const tag = piece.kind === 'empty' ? `<${piece.number}/>` : `<${piece.number}>`;
        // Without a space, a removed break or image would join what the check saw apart.
        if (piece.kind === 'empty' && (!sourceTags.has(tag) || used.has(tag))) return ' ';
        if (!sourceTags.has(tag)) return '';
        used.add(tag);
        return piece.kind === 'close' ? `</${piece.number}>` : tag;
      })
      .join('')
      .replace(/ {2,}/g, ' ')
      .trim();
  }

  /** Longest first: a URL of the source can be the beginning of another one. */
  function protectUrls(text: string): string {
    const urls = findUrls(text).toSorted((a, b) => b.length - a.length);
    return urls.reduce((line, url) => {
      const index = knownUrls.indexOf(url);
      return line.replaceAll(url, index === -1 ? ' ' : String.fromCharCode(firstPlaceholder + index));
    }, text);
  }

  function restoreUrls(text: string): string {
    return text.replace(
      placeholderPattern,
      (character) => knownUrls[character.charCodeAt(0) - firstPlaceholder] ?? '',
    );
  }
}

/** A break or an image separates words. */
export function plainTaggedText(text: string): string {
  return toPlain(parseBlockText(text));
}

function toPlain(pieces: readonly BlockSegment[]): string {
  return pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'empty' ? ' ' : ''))
    .join('');
}

const foldSpaces = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();
