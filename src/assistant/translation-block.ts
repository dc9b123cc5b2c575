import { createHash } from 'node:crypto';

export type BlockKind =
  | 'title'
  | 'excerpt'
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

/** The unit of translation, and all that a model sees of a post. */
export interface TranslationBlock {
  id: string;
  kind: BlockKind;
  /** Escaped as in HTML. Numbered tags replace markup: `<1>…</1>`, or `<2/>` without text. */
  text: string;
  /** Numbers of the tags whose text isn't translated: code, and text in another language. */
  locked: number[];
  /** The text of locked tags, URLs, handles and hashtags. */
  keep: string[];
  most: number | null;
  /** Blocks with the same hash have the same translation. */
  hash: string;
}

/** `keep` follows from the text, and a limit only rejects translations, so neither is hashed. */
export function hashBlock({ text, locked }: Pick<TranslationBlock, 'text' | 'locked'>): string {
  return createHash('sha256')
    .update(JSON.stringify([text, locked]))
    .digest('hex')
    .slice(0, 32);
}

export function escapeBlockText(text: string): string {
  return text
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const references: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': '\u00a0',
};

export function unescapeBlockText(text: string): string {
  return text.replace(
    /&(?:lt|gt|amp|quot|#39|apos|nbsp);/g,
    (reference) => references[reference] ?? reference,
  );
}
