import { keptTokens, without } from './kept-tokens.ts';
import { type BlockKind, blockHash, escapeBlockText, type TranslationBlock } from './translation-block.ts';

interface PlainBlock {
  id: string;
  kind: BlockKind;
  text: string;
  most?: number | null;
}

/** A block of words without marks, such as a title. */
export function plainBlock({ id, kind, text: plain, most = null }: PlainBlock): TranslationBlock {
  const text = escapeBlockText(plain.replace(/\s+/g, ' ').trim());
  return { id, kind, text, locked: [], keep: keptTokens(plain), most, hash: blockHash({ text, locked: [] }) };
}

/** Whether there is a word in a text, besides what is the same in every language. */
export function isTranslatable(text: string): boolean {
  return /\p{L}\p{M}*\p{L}|[\p{Script=Han}\p{Script=Thai}]/u.test(without(text, keptTokens(text)));
}
