import { detectLanguage, scoreLanguages } from '#i18n/detect-language.ts';
import type { Locale } from '#i18n/locales.ts';
import type { TextSpan } from '../../assessment-contract.ts';
import { splitSentences } from './split-sentences.ts';

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
const word = /[\p{Script=Latin}\p{M}\p{N}'’]+|[^\s\p{Script=Latin}\p{M}\p{N}'’-]+/gu;
const minWords = 3;
const minOrdinaryWords = 5;
const minScore = 0.3;
const unspacedRuns = [
  { letter: /\p{Script=Han}/u, run: /\p{Script=Han}{5,}/gu },
  { letter: /\p{Script=Thai}/u, run: /\p{Script=Thai}{8,}/gu },
];

/** A sentence in the language of the source, or several ordinary words of it. Not in quotation marks. */
export function findUntranslated(text: string, to: Locale, source: string, from: Locale): TextSpan | null {
  const unquoted = text.replace(quotations, (found) => '|'.padEnd(found.length));
  const plain = unquoted.replace(capitalized, (found) => ' '.repeat(found.length));
  const sentence = splitSentences(plain, to).find(
    (candidate) => detectLanguage(candidate.text) === from && isClearly(candidate.text, from, to),
  );
  if (sentence) return { start: sentence.start, end: sentence.end };
  const run = findUnspacedRun(unquoted, source);
  return run ?? findCommonRuns(unquoted, source).find((words) => isOrdinary(words, from, to))?.span ?? null;
}

function findUnspacedRun(text: string, source: string): TextSpan | null {
  for (const { letter, run } of unspacedRuns) {
    const found =
      letter.test(source) && [...text.matchAll(run)].find(([letters]) => source.includes(letters));
    if (found) return { start: found.index, end: found.index + found[0].length };
  }
  return null;
}

interface WordRun {
  words: string[];
  span: TextSpan;
}

/** The longest sequences of words of the text that are in the source too. */
function findCommonRuns(text: string, source: string): WordRun[] {
  const sourceWords = source.toLowerCase().match(word) ?? [];
  const pairs = new Set(sourceWords.slice(1).map((next, index) => `${sourceWords[index]} ${next}`));
  const runs: WordRun[] = [];
  for (const { 0: next, index: start } of text.matchAll(word)) {
    const run = runs.at(-1);
    const last = run?.words.at(-1);
    const end = start + next.length;
    if (!/^\p{L}/u.test(next)) runs.push({ words: [], span: { start, end } });
    else if (run && last !== undefined && pairs.has(`${last} ${next}`.toLowerCase())) {
      run.words.push(next);
      run.span.end = end;
    } else runs.push({ words: [next], span: { start, end } });
  }
  return runs.filter(({ words }) => words.length >= minWords);
}

/** Names and titles have few words in lower case. */
function isOrdinary({ words }: WordRun, from: Locale, to: Locale): boolean {
  const plain = words.filter((found) => /^\p{Ll}/u.test(found));
  if (plain.length >= minOrdinaryWords) return true;
  // German nouns are written like names.
  return plain.length >= (from === 'de' ? minWords - 1 : minWords) && isClearly(plain.join(' '), from, to);
}

function isClearly(text: string, locale: Locale, other: Locale): boolean {
  const { scores } = scoreLanguages(text);
  const score = scores.get(locale) ?? 0;
  return score > minScore && score > 2 * (scores.get(other) ?? 0);
}
