import { findInvariantTokens, removeTokens } from './kept-tokens.ts';
import { type BlockKind, escapeBlockText, hashBlock, type TranslationBlock } from './translation-block.ts';

interface PlainBlock {
  id: string;
  kind: BlockKind;
  text: string;
  most?: number | null;
}

export function createPlainBlock({ id, kind, text: plain, most = null }: PlainBlock): TranslationBlock {
  const text = escapeBlockText(plain.replace(/\s+/g, ' ').trim());
  return {
    id,
    kind,
    text,
    locked: [],
    keep: findInvariantTokens(plain),
    most,
    hash: hashBlock({ text, locked: [] }),
  };
}

/** True if the text has a word besides its invariant tokens. */
export function isTranslatable(text: string): boolean {
  return /\p{L}\p{M}*\p{L}|[\p{Script=Han}\p{Script=Thai}]/u.test(
    removeTokens(text, findInvariantTokens(text)),
  );
}
