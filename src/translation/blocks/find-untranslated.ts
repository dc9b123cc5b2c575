import { detectLanguage, scoreLanguages } from '#i18n/detect-language.ts';
import type { Locale } from '#i18n/locales.ts';
import { splitSentences } from './check-length.ts';

/** In quotation marks or brackets, where titles, names and terms may stay as they are. */
const quotations =
  /["“”„«»「『《（([]([^"“”„«»「」『』《》（）()[\]]{1,200})["“”»」』》）)\]]|(?<!\p{L})[‘']([^‘’'\n]{1,60})[’'](?!\p{L})/gu;

/** Without the marks and the punctuation at the end, which languages put on either side of a mark. */
export function findQuotations(text: string): string[] {
  return [...text.matchAll(quotations)].flatMap(
    ([, inner, single]) => (inner ?? single)?.replace(/[\s,.]$/, '').trim() || [],
  );
}

/** May be a name. */
const capitalized = /(?<!\p{L})\p{Lu}[\p{L}\p{M}]*/gu;
const minWords = 3;
const minOrdinaryWords = 5;
const minScore = 0.3;
const unspacedRuns = [
  { letter: /\p{Script=Han}/u, run: /\p{Script=Han}{5,}/gu },
  { letter: /\p{Script=Thai}/u, run: /\p{Script=Thai}{8,}/gu },
];

/** A sentence in the language of the source, or several ordinary words of it. Not in quotation marks. */
export function hasUntranslatedWords(text: string, to: Locale, source: string, from: Locale): boolean {
  const unquoted = text.replace(quotations, ' | ');
  return (
    splitSentences(unquoted.replace(capitalized, ' '), to).some(
      (sentence) => detectLanguage(sentence) === from && isClearly(sentence, from, to),
    ) ||
    hasUnspacedRun(unquoted, source) ||
    findCommonRuns(unquoted, source).some((run) => isOrdinary(run, from, to))
  );
}

function hasUnspacedRun(text: string, source: string): boolean {
  return unspacedRuns.some(
    ({ letter, run }) => letter.test(source) && text.match(run)?.some((found) => source.includes(found)),
  );
}

const splitWords = (text: string) =>
  text.match(/[\p{Script=Latin}\p{M}\p{N}'’]+|[^\s\p{Script=Latin}\p{M}\p{N}'’-]+/gu) ?? [];

/** The longest sequences of words of the text that are in the source too. */
function findCommonRuns(text: string, source: string): string[][] {
  const sourceWords = splitWords(source.toLowerCase());
  const pairs = new Set(sourceWords.slice(1).map((word, index) => `${sourceWords[index]} ${word}`));
  const runs: string[][] = [];
  let run: string[] = [];
  for (const word of splitWords(text)) {
    const isWord = /^\p{L}/u.test(word);
    const last = run.at(-1);
    if (isWord && last !== undefined && pairs.has(`${last} ${word}`.toLowerCase())) run.push(word);
    else {
      runs.push(run);
      run = isWord ? [word] : [];
    }
  }
  return [...runs, run].filter(({ length }) => length >= minWords);
}

/** Names and titles have few words in lower case. */
function isOrdinary(run: readonly string[], from: Locale, to: Locale): boolean {
  const plain = run.filter((word) => /^\p{Ll}/u.test(word));
  if (plain.length >= minOrdinaryWords) return true;
  // German nouns are written like names.
  return plain.length >= (from === 'de' ? minWords - 1 : minWords) && isClearly(plain.join(' '), from, to);
}

function isClearly(text: string, locale: Locale, other: Locale): boolean {
  const { scores } = scoreLanguages(text);
  const score = scores.get(locale) ?? 0;
  return score > minScore && score > 2 * (scores.get(other) ?? 0);
}
