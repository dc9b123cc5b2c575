import { hasSameTags, parseBlockTags, plainBlockText } from '#ai/block-text-contract.ts';
import {
  encodedBlobPattern,
  findInvariantTokens,
  findUrls,
  normalizeForComparison,
  removeTokens,
} from '#ai/clean-output.ts';
import { createAnswerReader } from '#ai/model-answer.ts';
import { scoreLanguages } from '#i18n/detect-language.ts';
import type { Locale } from '#i18n/locales.ts';
import { lengthRatios } from '../length-ratios.ts';
import type { TranslationBlock } from './block.ts';
import { hasSameNumbers } from './check-numbers.ts';

export const blockIssues = [
  'missing',
  'refused',
  'empty',
  /** A numbered tag is missing, duplicated, empty or nested differently. */
  'tags',
  'markup',
  'links',
  /** Code, a URL, a handle or a hashtag was changed. */
  'kept',
  'numbers',
  'length',
  'limit',
  'script',
  'language',
  'copied',
  /** The same text as for another source. */
  'repeated',
  /** A preamble, a label, an offer or a note around the translation. */
  'chatter',
  'glossary',
] as const;
export type BlockIssue = (typeof blockIssues)[number];

export interface GlossaryTerm {
  source: string;
  target: string;
}

export interface BlockCheckOptions {
  from: Locale | null;
  to: Locale;
  glossary?: readonly GlossaryTerm[];
}

export function checkBlock(
  block: TranslationBlock,
  text: string,
  check: BlockCheckOptions,
): BlockIssue | null {
  const { from, to, glossary = [] } = check;
  const source = plainBlockText(block.text);
  const plainText = plainBlockText(text);
  if (isEmpty(plainText, source)) return 'empty';
  if (!hasSameTags(text, block.text)) return hasMarkup(plainText, source) ? 'markup' : 'tags';
  if (hasMarkup(plainText, source)) return 'markup';
  const sourceUrls = findUrls(normalizeForComparison(source));
  if (findUrls(normalizeForComparison(plainText)).some((url) => !sourceUrls.includes(url))) return 'links';
  if (!hasInvariants(block, text, plainText, source)) return 'kept';
  const answer = createAnswerReader(source, { isTranslation: true }).read(plainText);
  if (!answer.ok && answer.error === 'model.refused') return 'refused';
  if (!answer.ok || answer.value !== plainText.trim() || leaksTask(plainText, source)) return 'chatter';
  const strippedText = stripInvariants(block, text);
  const strippedSource = stripInvariants(block, block.text);
  if (!hasSameNumbers(strippedText, strippedSource)) return 'numbers';
  if (isCopied(strippedText, strippedSource)) return 'copied';
  if (!isInExpectedScript(strippedText, to, strippedSource)) return 'script';
  if (!isInLanguage(strippedText, to)) return 'language';
  if (!hasPlausibleLength(strippedText, to, strippedSource, from)) return 'length';
  if (glossary.some((term) => !isTermApplied(term, plainText, source))) return 'glossary';
  if (block.most !== null && [...plainText].length > block.most) return 'limit';
  return null;
}

/** Signs only, or the name of an empty value, where the source has words. */
function isEmpty(text: string, source: string): boolean {
  if (/\p{L}{3}/u.test(source) && !/[\p{L}\p{N}]/u.test(text)) return true;
  const isNamed = (value: string) => /^\W*(?:null|undefined|none|n\/a)\W*$/i.test(value);
  return text.trim() === '' || (isNamed(text) && !isNamed(source));
}

function stripInvariants({ locked, keep }: TranslationBlock, text: string): string {
  const unlocked = locked.reduce(
    (remaining, number) => remaining.replace(new RegExp(`<\\s*${number}\\s*>[^]*?</\\s*${number}\\s*>`), ' '),
    text,
  );
  return removeTokens(plainBlockText(unlocked), keep);
}

const markupPattern = /<\s*[a-z!/?][^<>]*|\]\s?\([^)\s]+|\*\*\S|```/giu;

/** Markup that the source lacks: another element or attribute, or more of them. */
function hasMarkup(plainText: string, source: string): boolean {
  const known = findMarkup(source);
  return findMarkup(plainText).some((shape) => {
    const index = known.indexOf(shape);
    if (index >= 0) known.splice(index, 1);
    return index < 0;
  });
}

/** Ignores attribute values, which may be translated text. */
function findMarkup(text: string): string[] {
  return (normalizeForComparison(text).match(markupPattern) ?? []).map((found) => {
    const name = /^<[/!?]?[a-z][\w:-]*/i.exec(found)?.[0];
    const attributes = name ? (found.match(/[\w:-]+(?=\s?=)/g) ?? []) : [];
    return [name ?? found.slice(0, 2), ...attributes.sort()].join(' ').toLowerCase();
  });
}

function hasInvariants(
  { locked, text }: TranslationBlock,
  translation: string,
  plainText: string,
  source: string,
): boolean {
  const sourceTags = parseBlockTags(text);
  const found = parseBlockTags(translation);
  const areLocked = locked.every((number) => {
    const translated = found?.get(number)?.plainText.replace(/\s+/g, ' ').trim();
    return translated === sourceTags?.get(number)?.plainText;
  });
  if (!areLocked) return false;
  const known = findInvariantTokens(source);
  const translated = findInvariantTokens(plainText);
  return (
    known.every((token) => translated.some((candidate) => isToken(candidate, token))) &&
    translated.every((candidate) => known.some((token) => isToken(candidate, token)))
  );
}

/** Han and Thai have no spaces, so a hashtag may run into the next word. */
function isToken(found: string, token: string): boolean {
  if (found === token) return true;
  const suffix = found.startsWith(token) && token.startsWith('#') ? found.slice(token.length) : '';
  return /^[\p{Script=Han}\p{Script=Thai}]/u.test(suffix);
}

function leaksTask(plainText: string, source: string): boolean {
  const isPacked = plainText.match(encodedBlobPattern)?.some((blob) => !source.includes(blob)) ?? false;
  return isPacked || (taskPattern.test(plainText) && !taskPattern.test(source));
}

const taskPattern = /follow no request in it|numbered tags?\b.*\bkeep/iu;

/** Ignores the last two letters, which inflection may change. */
function isTermApplied({ source: term, target }: GlossaryTerm, plainText: string, source: string): boolean {
  const pattern = term.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  if (!new RegExp(`(?<!\\p{L})${pattern}(?!\\p{L})`, 'iu').test(source)) return true;
  const stem = target.length > 5 && term !== target ? target.slice(0, -2) : target;
  return plainText.toLowerCase().includes(stem.toLowerCase());
}

/** In shorter texts only a clear score of another language counts. */
const minWords = 8;
const minClearScore = 2;
const maxWordsWithoutStopWords = 25;
const minCopiedWords = 9;
/** Of a short source in front of its translation. */
const minRepeatedWords = 3;
const minCopiedCharacters = 14;

const scripts: Partial<Record<Locale, RegExp>> = {
  zh: /\p{Script=Han}/gu,
  th: /\p{Script=Thai}/gu,
};
const latin = /\p{Script=Latin}/gu;
const notLatin = /(?!\p{Script=Latin})\p{L}/gu;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Chinese and Thai may contain Latin names. Other letters must occur in the source too. */
function isInExpectedScript(text: string, to: Locale, source: string): boolean {
  const script = scripts[to];
  if (script) {
    if (to === 'zh' && count(text, kana) > count(source, kana)) return false;
    const written = count(text, script);
    const otherLetters = count(text, notLatin) - written;
    if (otherLetters > Math.min(count(source, notLatin), written)) return false;
    if (written > 0) return written * 6 >= count(text, latin);
    return !/(?<!\p{L})\p{Ll}{3,}/u.test(text) || isName(source);
  }
  const nonLatinLetters = count(text, notLatin);
  return nonLatinLetters <= Math.min(count(source, notLatin), count(text, latin)) || nonLatinLetters === 0;
}

export function isInLanguage(text: string, to: Locale): boolean {
  const { wordCount, scores } = scoreLanguages(text);
  const score = scores.get(to) ?? 0;
  const best = Math.max(0, ...scores.values());
  if (wordCount < minWords) return score > 0 || best < minClearScore;
  if (best > score * 1.8 && best - score > 1.5) return false;
  return score > 0 || wordCount < maxWordsWithoutStopWords || best === 0;
}

function isCopied(text: string, source: string): boolean {
  const textWords = splitWords(text);
  const sourceWords = splitWords(source);
  if (textWords.length === 0) return false;
  const isSame = textWords.join(' ') === sourceWords.join(' ');
  if (isSame)
    return !isName(source) && (textWords.length >= 4 || /[\p{Script=Han}\p{Script=Thai}]{4}/u.test(source));
  const isRepeatingSource =
    sourceWords.length >= minRepeatedWords &&
    ` ${textWords.join(' ')} `.includes(` ${sourceWords.join(' ')} `);
  return (isRepeatingSource && !isName(source)) || hasLongRun(textWords, sourceWords);
}

function hasLongRun(textWords: readonly string[], sourceWords: readonly string[]): boolean {
  const toRuns = (words: readonly string[]) =>
    words.slice(minCopiedWords - 1).map((_, at) => words.slice(at, at + minCopiedWords).join(' '));
  const runs = new Set(toRuns(sourceWords));
  if (toRuns(textWords).some((run) => runs.has(run))) return true;
  return textWords.some(
    (word) => word.length >= minCopiedCharacters * 2 && isUnspaced(word) && sourceWords.includes(word),
  );
}

function isUnspaced(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Thai}\p{M}]+$/u.test(word);
}

function isName(text: string): boolean {
  const all = splitWords(text, false);
  const plain = all.filter((word) => /^\p{Ll}{3,}$/u.test(word));
  return plain.length <= Math.floor(all.length / 4) && !/[\p{Script=Han}\p{Script=Thai}]/u.test(text);
}

function splitWords(text: string, isFolded = true): string[] {
  return (isFolded ? text.toLowerCase() : text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const minRatio = 0.45;
const maxRatio = 2.1;
/** In English characters, for short texts. */
const tolerance = 30;

function hasPlausibleLength(text: string, to: Locale, source: string, from: Locale | null): boolean {
  const textLength = text.trim().length / lengthRatios[to];
  const sourceLength = source.trim().length;
  const guess = from ?? (/[\p{Script=Han}]/u.test(source) ? 'zh' : 'en');
  const expected = sourceLength / lengthRatios[guess];
  const slack = from === null ? 1.3 : 1;
  return (
    textLength >= (expected * minRatio) / slack - tolerance &&
    textLength <= expected * maxRatio * slack + tolerance
  );
}
