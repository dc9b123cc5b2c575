import type { Locale } from '#i18n/locales.ts';
import { negationWords } from './negation-words.ts';
import { type Sentence, splitSentences } from './split-sentences.ts';

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

interface NegationPair {
  source: Sentence | null;
  translation: Sentence | null;
}

/**
 * The first sentence that clearly says "not", and its translation, if nothing in it could mean that; if the texts have
 * different numbers of sentences, nothing in the whole translation. The reverse is no sign of an error: good
 * translations say "not easy" for "hard", and "said nothing" for "kept quiet".
 */
export function findLostNegation(
  text: string,
  to: Locale,
  source: string,
  from: Locale,
): NegationPair | null {
  const sourceSentences = splitSentences(source, from);
  const sentences = splitSentences(text, to);
  const mayNegate = (part: string) => patterns.get(to)?.negationOrWeak.test(normalize(part)) !== false;
  const isNegativeSource = ({ text: part }: Sentence) => isNegative(part, from);
  if (sentences.length === sourceSentences.length) {
    const index = sourceSentences.findIndex(
      (sentence, at) => isNegativeSource(sentence) && !mayNegate(sentences[at]?.text ?? ''),
    );
    return index < 0
      ? null
      : { source: sourceSentences[index] ?? null, translation: sentences[index] ?? null };
  }
  if (!isNegative(source, from) || mayNegate(text)) return null;
  return { source: sourceSentences.find(isNegativeSource) ?? null, translation: null };
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

function isNegative(text: string, locale: Locale): boolean {
  const { negation, idiom } = patterns.get(locale) ?? {};
  return negation !== undefined && idiom !== undefined && negation.test(normalize(text).replace(idiom, ' '));
}
