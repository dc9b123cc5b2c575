import type { Locale } from '#i18n/locales.ts';
import { targetWords, withoutGaps } from './target-words.ts';

export interface AskedBlock {
  id: string;
  text: string;
  keep?: string[];
  most?: number | null;
}

const words = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Words of the language in place of the words, about as long; tags, what is kept, numbers and punctuation stay. The
 * same text always gives the same.
 */
export function translateText({ text, keep = [], most }: AskedBlock, to: Locale): string {
  const kept = [...keep].sort((a, b) => b.length - a.length).map(escapePattern);
  const fixed = new RegExp(['<\\/?\\d+\\/?>', '&\\w+;', ...kept].join('|'), 'gu');
  let translated = '';
  let at = 0;
  for (const match of text.matchAll(fixed)) {
    translated += replaceWords(text.slice(at, match.index), to) + match[0];
    at = match.index + match[0].length;
  }
  translated += replaceWords(text.slice(at), to);
  return shortened(translated, most ?? Number.POSITIVE_INFINITY);
}

function replaceWords(text: string, to: Locale): string {
  let out = '';
  let wanted = 0;
  for (const { segment, isWordLike } of words.segment(text)) {
    if (!isWordLike || !/\p{L}/u.test(segment) || /\p{N}/u.test(segment)) {
      out += segment === ' ' && withoutGaps.has(to) && /\p{L}$/u.test(out) ? '' : segment;
      continue;
    }
    wanted += lengthIn(segment, to);
    if (wanted < 0) continue;
    if (isGapless(segment) && /\p{L}$/u.test(out) && !withoutGaps.has(to)) out += ' ';
    const list = targetWords[to];
    const word = list[numberOf(segment.toLowerCase()) % list.length] ?? '';
    out += word;
    wanted -= word.length;
  }
  // However short it is, something is said.
  return /\p{L}/u.test(text) && !/\p{L}/u.test(out) ? (targetWords[to][0] ?? '') + out : out;
}

/** As long as the word would be in the language. */
function lengthIn(word: string, to: Locale): number {
  const said = /\p{Script=Han}/u.test(word) ? word.length * 3 : word.length;
  return (to === 'zh' ? said / 3 : said) + (isGapless(word) ? 0 : 0.5);
}

function isGapless(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Thai}]/u.test(word);
}

/** Whole words as long as they fit. */
function shortened(text: string, most: number): string {
  if ([...text].length <= most) return text;
  const letters = [...text].slice(0, most).join('');
  const gap = letters.lastIndexOf(' ');
  return gap > most / 2 ? letters.slice(0, gap) : letters;
}

function numberOf(word: string): number {
  let sum = 7;
  for (const letter of word) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum;
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
