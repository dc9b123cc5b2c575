import type { Locale } from '#i18n/locales.ts';
import { type LatinLocale, wordWeights } from './language-words.ts';

/** Letters that one of the languages has and few others. */
const letters: readonly [RegExp, LatinLocale, number][] = [
  [/[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/gu, 'vi', 0.5],
  [/ß/g, 'de', 0.7],
  [/[äöü]/g, 'de', 0.25],
  [/[ñ¿¡]/g, 'es', 0.7],
  [/[ãõ]/g, 'pt', 0.35],
  [/ç(?=ã|õ)/g, 'pt', 0.5],
  [/[œ]|\b(?:l|d|qu|n|j|c|s)['’](?=\p{L})/gu, 'fr', 0.4],
  [/\b(?:dell|all|dall|nell|sull|un|l)['’](?=\p{L})/gu, 'it', 0.4],
];

/** Fewer say nothing. */
const wordsNeeded = 6;
const scoreNeeded = 1.2;

export interface LanguageScores {
  words: number;
  /** By language, the higher the likelier; none for those without a sign of it. */
  scores: Map<Locale, number>;
}

/** How much in a text speaks for each of the ten languages. */
export function languageScores(text: string): LanguageScores {
  const low = text.normalize('NFC').toLowerCase();
  const scores = new Map<Locale, number>();
  const add = (locale: Locale, score: number) => scores.set(locale, (scores.get(locale) ?? 0) + score);
  const han = count(low, /\p{Script=Han}/gu);
  const thai = count(low, /\p{Script=Thai}/gu);
  if (han > 0) add('zh', han * 0.4);
  if (thai > 0) add('th', thai * 0.15);
  const words = low.match(/\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu) ?? [];
  for (const word of words) {
    for (const [locale, weight] of wordWeights.get(word) ?? []) add(locale, weight);
  }
  for (const [pattern, locale, weight] of letters) {
    const found = count(low, pattern);
    if (found > 0) add(locale, found * weight);
  }
  return { words: words.length + Math.ceil(han / 2) + Math.ceil(thai / 4), scores };
}

/** The language of a text, or null where it is too short or looks like two. */
export function guessLanguage(text: string): Locale | null {
  const { words, scores } = languageScores(text);
  const [first, second] = [...scores].sort(([, a], [, b]) => b - a);
  if (words < wordsNeeded || !first || first[1] < scoreNeeded) return null;
  return second && second[1] * 1.3 > first[1] ? null : first[0];
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
