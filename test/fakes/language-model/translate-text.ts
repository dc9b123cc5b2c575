import type { Locale } from '#i18n/locales.ts';
import { targetWords, withoutGaps } from './target-vocabulary.ts';

export interface PromptBlock {
  id: string;
  text: string;
  keep?: string[];
  most?: number | null;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Replaces words with words of the language, of about the same length. Tags, `keep` terms, numbers and
 * punctuation stay. Deterministic.
 */
export function translateText({ text, keep = [], most }: PromptBlock, to: Locale): string {
  const keepPatterns = [...keep].sort((a, b) => b.length - a.length).map(escapePattern);
  const fixed = new RegExp(['<\\/?\\d+\\/?>', '&\\w+;', ...keepPatterns].join('|'), 'gu');
  let translated = '';
  let at = 0;
  for (const match of text.matchAll(fixed)) {
    translated += replaceWords(text.slice(at, match.index), to) + match[0];
    at = match.index + match[0].length;
  }
  translated += replaceWords(text.slice(at), to);
  return truncate(translated, most ?? Number.POSITIVE_INFINITY);
}

function replaceWords(text: string, to: Locale): string {
  let out = '';
  let remainingLength = 0;
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike || !/\p{L}/u.test(segment) || /\p{N}/u.test(segment)) {
      out += segment === ' ' && withoutGaps.has(to) && /\p{L}$/u.test(out) ? '' : segment;
      continue;
    }
    remainingLength += estimateLength(segment, to);
    if (remainingLength < 0) continue;
    if (isGapless(segment) && /\p{L}$/u.test(out) && !withoutGaps.has(to)) out += ' ';
    const list = targetWords[to];
    const word = list[hashWord(segment.toLowerCase()) % list.length] ?? '';
    out += word;
    remainingLength -= word.length;
  }
  // Even a very short text gets at least one word.
  return /\p{L}/u.test(text) && !/\p{L}/u.test(out) ? (targetWords[to][0] ?? '') + out : out;
}

/** Estimated length of the word in the target language. */
function estimateLength(word: string, to: Locale): number {
  const latinLength = /\p{Script=Han}/u.test(word) ? word.length * 3 : word.length;
  return (to === 'zh' ? latinLength / 3 : latinLength) + (isGapless(word) ? 0 : 0.5);
}

function isGapless(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Thai}]/u.test(word);
}

/** Cuts at a word boundary if possible. */
function truncate(text: string, most: number): string {
  if ([...text].length <= most) return text;
  const prefix = [...text].slice(0, most).join('');
  const gap = prefix.lastIndexOf(' ');
  return gap > most / 2 ? prefix.slice(0, gap) : prefix;
}

function hashWord(word: string): number {
  let sum = 7;
  for (const character of word) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return sum;
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
