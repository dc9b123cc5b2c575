import type { Locale } from '#i18n/locales.ts';
import { type LatinLocale, stopWordWeights } from './language-words.ts';

const letterPatterns: readonly [RegExp, LatinLocale, number][] = [
  [/[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/gu, 'vi', 0.5],
  [/ß/g, 'de', 0.7],
  [/[äöü]/g, 'de', 0.25],
  [/[ñ¿¡]/g, 'es', 0.7],
  [/[ãõ]/g, 'pt', 0.35],
  [/ç(?=ã|õ)/g, 'pt', 0.5],
  [/[œ]|\b(?:l|d|qu|n|j|c|s)['’](?=\p{L})/gu, 'fr', 0.4],
  [/\b(?:dell|all|dall|nell|sull|un|l)['’](?=\p{L})/gu, 'it', 0.4],
];

const minWords = 6;
const minScore = 1.2;

export interface LanguageScores {
  wordCount: number;
  scores: Map<Locale, number>;
}

export function scoreLanguages(text: string): LanguageScores {
  const lowercase = text.normalize('NFC').toLowerCase();
  const scores = new Map<Locale, number>();
  const add = (locale: Locale, score: number) => scores.set(locale, (scores.get(locale) ?? 0) + score);
  const han = count(lowercase, /\p{Script=Han}/gu);
  const thai = count(lowercase, /\p{Script=Thai}/gu);
  if (han > 0) add('zh', han * 0.4);
  if (thai > 0) add('th', thai * 0.15);
  const words = lowercase.match(/\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu) ?? [];
  for (const word of words) {
    for (const [locale, weight] of stopWordWeights.get(word) ?? []) add(locale, weight);
  }
  for (const [pattern, locale, weight] of letterPatterns) {
    const found = count(lowercase, pattern);
    if (found > 0) add(locale, found * weight);
  }
  return { wordCount: words.length + Math.ceil(han / 2) + Math.ceil(thai / 4), scores };
}

/** null if the text is too short or ambiguous. */
export function detectLanguage(text: string): Locale | null {
  const { wordCount, scores } = scoreLanguages(text);
  const [first, second] = [...scores].sort(([, a], [, b]) => b - a);
  if (wordCount < minWords || !first || first[1] < minScore) return null;
  return second && second[1] * 1.3 > first[1] ? null : first[0];
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
