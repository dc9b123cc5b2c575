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

/** One piece of text that is translated by itself: all that a model gets to see of a post. */
export interface TranslationBlock {
  /** Its place in this version of the post: `title`, `b12`. */
  id: string;
  kind: BlockKind;
  /**
   * Its words. Marks are numbered: `<1>…</1>`, those without words `<2/>`. `<`, `>` and what looks like a character
   * reference are escaped as in HTML.
   */
  text: string;
  /** The numbers of the tags whose words stay as they are: code, and words of another language. */
  locked: number[];
  /** What stays to the letter: the words of locked tags, addresses, @names, #hashtags. */
  keep: string[];
  /** Characters at most, if there is a limit. */
  most: number | null;
  /** Of what is to be translated, without its place: two blocks with the same one have the same translation. */
  hash: string;
}

/** `keep` follows from the text, `kind` is a hint, and a limit only takes translations away: none of them is hashed. */
export function blockHash({ text, locked }: Pick<TranslationBlock, 'text' | 'locked'>): string {
  return createHash('sha256')
    .update(JSON.stringify([text, locked]))
    .digest('hex')
    .slice(0, 32);
}

/** Text as a block has it. */
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
