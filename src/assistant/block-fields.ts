import { plainBlockText } from './block-tags.ts';
import { excerptFallbackLength, suggestionLimits } from './contract.ts';
import { createPlainBlock, isTranslatable } from './plain-block.ts';
import type { BlockKind, TranslationBlock } from './translation-block.ts';

export interface TextFields {
  title: string;
  excerpt: string;
  seo_title: string;
  seo_description: string;
  featured_image_alt: string;
  seo_keywords: string[];
}

const kinds: Record<Exclude<keyof TextFields, 'seo_keywords'>, { kind: BlockKind; most: number }> = {
  title: { kind: 'title', most: 150 },
  excerpt: { kind: 'excerpt', most: excerptFallbackLength },
  seo_title: { kind: 'search title', most: suggestionLimits.seoTitle },
  seo_description: { kind: 'search description', most: suggestionLimits.seoDescription },
  featured_image_alt: { kind: 'picture description', most: 300 },
};
const names = Object.keys(kinds) as (keyof typeof kinds)[];

/** Field names are the block ids; each keyword is its own block. Fields without words are left out. */
export function splitFields(fields: Partial<TextFields>): TranslationBlock[] {
  const single = names.map((name) => toBlock(name, fields[name] ?? '', kinds[name]));
  const terms = (fields.seo_keywords ?? []).map((term, index) =>
    toBlock(termId(index), term, { kind: 'search term', most: suggestionLimits.keyword }),
  );
  return [...single, ...terms].filter((block) => block !== null);
}

export function joinFields<F extends Partial<TextFields>>(fields: F, texts: ReadonlyMap<string, string>): F {
  const joined: F = { ...fields };
  for (const name of names) {
    const text = texts.get(name);
    if (text !== undefined && fields[name] !== undefined)
      Object.assign(joined, { [name]: plainBlockText(text) });
  }
  if (fields.seo_keywords)
    joined.seo_keywords = fields.seo_keywords.map((term, index) => {
      const text = texts.get(termId(index));
      return text === undefined ? term : plainBlockText(text);
    });
  return joined;
}

export function isKeywordBlock({ id }: Pick<TranslationBlock, 'id'>): boolean {
  return id.startsWith('seo_keyword_');
}

const termId = (index: number) => `seo_keyword_${index + 1}`;

/** A source longer than the limit may be translated at the same length. */
function toBlock(
  id: string,
  text: string,
  { kind, most }: { kind: BlockKind; most: number },
): TranslationBlock | null {
  if (!isTranslatable(text)) return null;
  return createPlainBlock({ id, kind, text, most: Math.max(most, text.length) });
}
