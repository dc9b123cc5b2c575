import type { Locale } from '#i18n/locales.ts';
import { splitSentences } from './check-length.ts';
import { findQuotations } from './find-untranslated.ts';
import { negationWords } from './negation-words.ts';

const patterns = new Map(
  Object.entries(negationWords).map(([locale, { negation, weak, idiom }]) => {
    const isUnspaced = locale === 'zh' || locale === 'th';
    const toPattern = (words: string, flags: string) =>
      new RegExp(isUnspaced ? words : `(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`, flags);
    return [
      locale,
      {
        negation: toPattern(negation, 'u'),
        negationOrWeak: toPattern(`${negation}|${weak}`, 'u'),
        idiom: toPattern(idiom, 'gu'),
      },
    ] as const;
  }),
);

/** Each is searched for in the whole text. */
const maxQuotations = 100;

/**
 * False if one of the texts clearly says "not", and the other has nothing that could mean it. Compares sentence by
 * sentence if both have as many.
 */
export function hasSameNegation(text: string, to: Locale, source: string, from: Locale): boolean {
  const quotations = findQuotations(source)
    .slice(0, maxQuotations)
    .filter((quotation) => text.includes(quotation));
  const split = (whole: string, locale: Locale) =>
    splitSentences(
      quotations.reduce((remaining, quotation) => remaining.replace(quotation, ' '), whole),
      locale,
    ).map(normalize);
  const sentences = split(text, to);
  const sourceSentences = split(source, from);
  const isSameNegation = (one: string, other: string) =>
    !isMissing(one, to, other, from) && !isMissing(other, from, one, to);
  return sentences.length === sourceSentences.length
    ? sentences.every((sentence, index) => isSameNegation(sentence, sourceSentences[index] ?? ''))
    : isSameNegation(sentences.join(' '), sourceSentences.join(' '));
}

function normalize(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘ʼ]/g, "'")
    .replace(/\b(?:can't|cannot)\b/g, 'can not')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not');
}

function isMissing(text: string, locale: Locale, other: string, otherLocale: Locale): boolean {
  const ofOther = patterns.get(otherLocale);
  const isNegative = ofOther?.negation.test(other.replace(ofOther.idiom, ' ')) ?? false;
  return isNegative && patterns.get(locale)?.negationOrWeak.test(text) === false;
}
