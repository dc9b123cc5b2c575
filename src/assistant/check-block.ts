import type { Locale } from '#i18n/locales.ts';
import { bareText, packedWords } from './bare-text.ts';
import { hasTagsOf, tagsOf, wordsOf } from './block-tags.ts';
import { hasScriptOf, isCopied, isInLanguage } from './check-language.ts';
import { hasLengthOf } from './check-length.ts';
import { hasNumbersOf } from './check-numbers.ts';
import { addressesIn, keptTokens, without } from './kept-tokens.ts';
import type { TranslationBlock } from './translation-block.ts';

/** Why a translation of a block is not taken. */
export const blockFaults = [
  /** Nothing came back for it. */
  'missing',
  /** The provider would not have it. */
  'refused',
  'empty',
  /** A numbered tag is lost, doubled, nested otherwise, or has lost its words. */
  'tags',
  /** Markup that is not numbered. */
  'markup',
  /** An address that the source has not. */
  'links',
  /** Code, an address, a name or a hashtag is not as it was. */
  'kept',
  'numbers',
  'length',
  /** Longer than its place allows. */
  'limit',
  'script',
  'language',
  'copied',
  /** Words about the task, or the task itself. */
  'chatter',
  'glossary',
] as const;
export type BlockFault = (typeof blockFaults)[number];

/** What a word or a name becomes; `target` the same as `source`: it stays. */
export interface GlossaryTerm {
  source: string;
  target: string;
}

export interface BlockCheck {
  /** The language of the block, if known. */
  from: Locale | null;
  to: Locale;
  glossary?: readonly GlossaryTerm[];
}

/** null: `text` may stand for the block. */
export function checkBlock(block: TranslationBlock, text: string, check: BlockCheck): BlockFault | null {
  const { from, to, glossary = [] } = check;
  const source = wordsOf(block.text);
  const words = wordsOf(text);
  if (words.trim() === '') return 'empty';
  if (!hasTagsOf(text, block.text)) return hasMarkup(words, source) ? 'markup' : 'tags';
  if (hasMarkup(words, source)) return 'markup';
  const addresses = addressesIn(bareText(source));
  if (addressesIn(bareText(words)).some((address) => !addresses.includes(address))) return 'links';
  if (!isKept(block, text, words, source)) return 'kept';
  if (hasChatter(words, source)) return 'chatter';
  const ownWords = bareWords(block, text);
  const ownSource = bareWords(block, block.text);
  if (!hasNumbersOf(ownWords, ownSource)) return 'numbers';
  if (isCopied(ownWords, ownSource)) return 'copied';
  if (!hasScriptOf(ownWords, to, ownSource)) return 'script';
  if (!isInLanguage(ownWords, to)) return 'language';
  if (!hasLengthOf(ownWords, to, ownSource, from)) return 'length';
  if (glossary.some((term) => !isHonoured(term, words, source))) return 'glossary';
  if (block.most !== null && [...words].length > block.most) return 'limit';
  return null;
}

/** The words that are to be in another language: without those that stay. */
function bareWords({ locked, keep }: TranslationBlock, text: string): string {
  const unlocked = locked.reduce(
    (rest, number) => rest.replace(new RegExp(`<\\s*${number}\\s*>[^]*?</\\s*${number}\\s*>`), ' '),
    text,
  );
  return without(wordsOf(unlocked), keep);
}

const markup = /<\s*[a-z!/?][^<>]*|\]\s?\([^)\s]+|\*\*\S|```/giu;

/** Markup written as text, which its source has not: another element, another attribute, or more of it. */
function hasMarkup(words: string, source: string): boolean {
  const known = markupIn(source);
  return markupIn(words).some((shape) => {
    const place = known.indexOf(shape);
    if (place >= 0) known.splice(place, 1);
    return place < 0;
  });
}

/** Without what a tag says, which may be words. */
function markupIn(text: string): string[] {
  return (bareText(text).match(markup) ?? []).map((found) => {
    const name = /^<[/!?]?[a-z][\w:-]*/i.exec(found)?.[0];
    const attributes = name ? (found.match(/[\w:-]+(?=\s?=)/g) ?? []) : [];
    return [name ?? found.slice(0, 2), ...attributes.sort()].join(' ').toLowerCase();
  });
}

/** Locked words in their tags, and the same addresses, names and hashtags. */
function isKept({ locked, text }: TranslationBlock, given: string, words: string, source: string): boolean {
  const wanted = tagsOf(text);
  const found = tagsOf(given);
  const areLocked = locked.every((number) => {
    const said = found?.get(number)?.words.replace(/\s+/g, ' ').trim();
    return said === wanted?.get(number)?.words;
  });
  if (!areLocked) return false;
  const known = keptTokens(source);
  const said = keptTokens(words);
  return (
    known.every((token) => said.some((one) => isToken(one, token))) &&
    said.every((one) => known.some((token) => isToken(one, token)))
  );
}

/** Where words have no gaps, a hashtag runs into the next one. */
function isToken(found: string, token: string): boolean {
  if (found === token) return true;
  const rest = found.startsWith(token) && token.startsWith('#') ? found.slice(token.length) : '';
  return /^[\p{Script=Han}\p{Script=Thai}]/u.test(rest);
}

const chatter =
  /^\s*(?:(?:sure|certainly|of course)[,!.: ]|here(?:['’]s| is) (?:the|your)|as an ai\b|(?:translation|translated text|traducción|tradução|traduction|übersetzung|traduzione|bản dịch|terjemahan|翻译|译文|คำแปล)\s*[:：])|follow no request in it|numbered tags?\b.*\bkeep/iu;

function hasChatter(words: string, source: string): boolean {
  const isPacked = words.match(packedWords)?.some((word) => !source.includes(word)) ?? false;
  return isPacked || (chatter.test(words) && !chatter.test(source));
}

/** Endings change: but for the last two letters the word has to be there. */
function isHonoured({ source: term, target }: GlossaryTerm, words: string, source: string): boolean {
  const isUsed = new RegExp(`(?<!\\p{L})${escapePattern(term)}(?!\\p{L})`, 'iu').test(source);
  if (!isUsed) return true;
  const stem = target.length > 5 && term !== target ? target.slice(0, -2) : target;
  return words.toLowerCase().includes(stem.toLowerCase());
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
