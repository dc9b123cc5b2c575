import { createHash } from 'node:crypto';
import { escapeBlockText } from '#ai/block-text-contract.ts';
import { findInvariantTokens, removeTokens } from '#ai/clean-output.ts';
import type { PostTextName } from '#blog/texts-contract.ts';

export type BlockKind =
  | Exclude<PostTextName, 'content'>
  | 'search title'
  | 'search description'
  | 'search term'
  | 'picture description'
  | 'tooltip'
  | 'paragraph'
  | 'heading'
  | 'list item'
  | 'table cell'
  | 'caption'
  | 'quote';

export interface TranslationBlock {
  id: string;
  kind: BlockKind;
  /** Escaped HTML. Numbered tags replace markup: `<1>…</1>`, or `<2/>` without text. */
  text: string;
  /** Tags whose text is not translated: code, and text in another language. */
  locked: number[];
  /** The text of locked tags, URLs, handles and hashtags. */
  keep: string[];
  most: number | null;
  /** Of a picture description: the block of the picture's caption. */
  captionId?: string;
  hash: string;
}

/** Not a field of the post. */
export const isContentBlock = ({ id }: Pick<TranslationBlock, 'id'>): boolean => /^b\d+$/.test(id);

/** `keep` follows from the text, `most` only rejects translations, and `captionId` is context, so none is hashed. */
export function hashBlock({ text, locked }: Pick<TranslationBlock, 'text' | 'locked'>): string {
  return createHash('sha256')
    .update(JSON.stringify([text, locked]))
    .digest('hex')
    .slice(0, 32);
}

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
