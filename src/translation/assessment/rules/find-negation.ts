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
 * A sentence that clearly says "not", and its translation, which has nothing that could mean it. If the texts differ
 * in their number of sentences, only whole texts are compared. The reverse is no sign of an error: good translations
 * say "not easy" for "hard", and "said nothing" for "kept quiet".
 */
export function findLostNegation(
  text: string,
  to: Locale,
  source: string,
  from: Locale,
): NegationPair | null {
  const sentences = splitSentences(text, to);
  const sourceSentences = splitSentences(source, from);
  if (sentences.length !== sourceSentences.length)
    return isLost(text, to, source, from) ? { source: null, translation: null } : null;
  for (const [index, translation] of sentences.entries()) {
    const sourceSentence = sourceSentences[index];
    if (sourceSentence && isLost(translation.text, to, sourceSentence.text, from))
      return { source: sourceSentence, translation };
  }
  return null;
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

function isLost(text: string, to: Locale, source: string, from: Locale): boolean {
  const ofSource = patterns.get(from);
  const isNegative = ofSource?.negation.test(normalize(source).replace(ofSource.idiom, ' ')) ?? false;
  return isNegative && patterns.get(to)?.negationOrWeak.test(normalize(text)) === false;
}
