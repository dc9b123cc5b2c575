import { wordsOf } from './block-tags.ts';
import { excerptFallbackLength, suggestionLimits } from './contract.ts';
import { isTranslatable, plainBlock } from './plain-block.ts';
import type { BlockKind, TranslationBlock } from './translation-block.ts';

/** What a post says besides its text. */
export interface TranslatedFields {
  title: string;
  excerpt: string;
  seo_title: string;
  seo_description: string;
  featured_image_alt: string;
  seo_keywords: string[];
}

const kinds: Record<Exclude<keyof TranslatedFields, 'seo_keywords'>, { kind: BlockKind; most: number }> = {
  title: { kind: 'title', most: 150 },
  excerpt: { kind: 'excerpt', most: excerptFallbackLength },
  seo_title: { kind: 'search title', most: suggestionLimits.seoTitle },
  seo_description: { kind: 'search description', most: suggestionLimits.seoDescription },
  featured_image_alt: { kind: 'picture description', most: 300 },
};
const names = Object.keys(kinds) as (keyof typeof kinds)[];

/** The fields as blocks named after them, each search term as one of its own; those without a word are none. */
export function fieldBlocks(fields: Partial<TranslatedFields>): TranslationBlock[] {
  const single = names.map((name) => blockOf(name, fields[name] ?? '', kinds[name]));
  const terms = (fields.seo_keywords ?? []).map((term, place) =>
    blockOf(termId(place), term, { kind: 'search term', most: suggestionLimits.keyword }),
  );
  return [...single, ...terms].filter((block) => block !== null);
}

/** The fields with these texts in place of theirs, by the ids of their blocks. */
export function joinFields<F extends Partial<TranslatedFields>>(
  fields: F,
  texts: ReadonlyMap<string, string>,
): F {
  const joined: F = { ...fields };
  for (const name of names) {
    const text = texts.get(name);
    if (text !== undefined && fields[name] !== undefined) Object.assign(joined, { [name]: wordsOf(text) });
  }
  if (fields.seo_keywords)
    joined.seo_keywords = fields.seo_keywords.map((term, place) => {
      const text = texts.get(termId(place));
      return text === undefined ? term : wordsOf(text);
    });
  return joined;
}

/** Whether a block is one of the search terms. */
export function isSearchTerm({ id }: Pick<TranslationBlock, 'id'>): boolean {
  return id.startsWith('seo_keyword_');
}

const termId = (place: number) => `seo_keyword_${place + 1}`;

/** Whoever wrote more than the limit may be translated at the same length. */
function blockOf(
  id: string,
  text: string,
  { kind, most }: { kind: BlockKind; most: number },
): TranslationBlock | null {
  if (!isTranslatable(text)) return null;
  return plainBlock({ id, kind, text, most: Math.max(most, text.length) });
}
