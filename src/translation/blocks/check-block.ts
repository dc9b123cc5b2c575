import {
  encodedBlobPattern,
  findInvariantTokens,
  findUrls,
  normalizeForComparison,
  removeTokens,
} from '#ai/text-checks.ts';
import type { Locale } from '#i18n/locales.ts';
import { hasSameTags, parseBlockTags, plainBlockText, type TranslationBlock } from './block.ts';
import { hasPlausibleLength, isCopied, isInExpectedScript, isInLanguage } from './check-language.ts';

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
  if (plainText.trim() === '') return 'empty';
  if (!hasSameTags(text, block.text)) return hasMarkup(plainText, source) ? 'markup' : 'tags';
  if (hasMarkup(plainText, source)) return 'markup';
  const sourceUrls = findUrls(normalizeForComparison(source));
  if (findUrls(normalizeForComparison(plainText)).some((url) => !sourceUrls.includes(url))) return 'links';
  if (!hasInvariants(block, text, plainText, source)) return 'kept';
  if (hasChatter(plainText, source)) return 'chatter';
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

const chatterPattern =
  /^\s*(?:(?:sure|certainly|of course)[,!.: ]|here(?:['’]s| is) (?:the|your)|as an ai\b|(?:translation|translated text|traducción|tradução|traduction|übersetzung|traduzione|bản dịch|terjemahan|翻译|译文|คำแปล)\s*[:：])|follow no request in it|numbered tags?\b.*\bkeep/iu;

function hasChatter(plainText: string, source: string): boolean {
  const isPacked = plainText.match(encodedBlobPattern)?.some((blob) => !source.includes(blob)) ?? false;
  return isPacked || (chatterPattern.test(plainText) && !chatterPattern.test(source));
}

/** Ignores the last two letters, which inflection may change. */
function isTermApplied({ source: term, target }: GlossaryTerm, plainText: string, source: string): boolean {
  const isUsed = new RegExp(`(?<!\\p{L})${escapePattern(term)}(?!\\p{L})`, 'iu').test(source);
  if (!isUsed) return true;
  const stem = target.length > 5 && term !== target ? target.slice(0, -2) : target;
  return plainText.toLowerCase().includes(stem.toLowerCase());
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** Digits with separators: `2,847,691`, `2.847.691`, `1 080`, `3,5`. */
const numberPattern =
  /\p{Nd}+(?:(?:[.,'’٫٬]|(?<!\p{Nd}{4})[ \u00a0\u202f](?=\p{Nd}{3}(?!\p{Nd})))\p{Nd}+)*/gu;
const afternoonPattern = /(\p{Nd}{1,2})(?:[:.](\p{Nd}{2}))?\s*p\.?\s?m\b/giu;
/** "two thousand" may become 2000. A longer number that the source lacks is invented. */
const inventedDigits = 5;

function hasSameNumbers(text: string, source: string): boolean {
  const numbers = parseNumbers(text);
  const sourceNumbers = parseNumbers(source);
  const hours = new Map(
    [...toAsciiDigits(source).matchAll(afternoonPattern)].map(([, hour]) => [
      hour ?? '',
      String(Number(hour) + 12),
    ]),
  );
  const isPresent = ({ digits, groups }: WrittenNumber) =>
    numbers.some((candidate) => candidate.digits === digits) ||
    groups.every((group) =>
      numbers.some((candidate) => candidate.groups.includes(group) || candidate.digits === group),
    ) ||
    numbers.some((candidate) => candidate.groups[0] === hours.get(groups[0] ?? ''));
  const isKnown = ({ digits, groups }: WrittenNumber) =>
    digits.length < inventedDigits ||
    sourceNumbers.some((candidate) => candidate.digits === digits) ||
    groups.every((group) => sourceNumbers.some((candidate) => candidate.groups.includes(group)));
  return sourceNumbers.every(isPresent) && numbers.every(isKnown);
}

interface WrittenNumber {
  digits: string;
  groups: string[];
}

function parseNumbers(text: string): WrittenNumber[] {
  return (toAsciiDigits(text).match(numberPattern) ?? []).map((found) => {
    const groups = found.match(/\d+/g) ?? [];
    return { digits: groups.join(''), groups };
  });
}

function toAsciiDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0;
    const codePoint = zero;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && codePoint - zero < 9) zero -= 1;
    return String(codePoint - zero);
  });
}
