import type { PostFields } from '#desk/contract.ts';
import type { ThreeSides } from '../draft/draft-contract.ts';
import { splitBlocks } from './blocks.ts';
import { compareSides, resolveComparison } from './compare-sides.ts';

const keysOf = (html: string) => JSON.stringify(splitBlocks(html).map(({ key }) => key));
const tidy = (text: string | null) => (text ?? '').trim();

/**
 * Whether what the server keeps is what was sent. Fields that the server settles by rules of its own (an empty slug, a
 * status by its date, a cover of another site) say nothing about it.
 */
export function isSameDraft(sent: PostFields, kept: PostFields): boolean {
  const texts = ['title', 'excerpt', 'featured_image_alt', 'seo_title', 'seo_description'] as const;
  return (
    texts.every((name) => tidy(sent[name]) === tidy(kept[name])) &&
    (tidy(sent.slug) === '' || tidy(sent.slug) === kept.slug) &&
    tidy(sent.category_id) === tidy(kept.category_id) &&
    [...sent.tag_ids].sort().join() === [...kept.tag_ids].sort().join() &&
    sent.seo_keywords.join() === kept.seo_keywords.join() &&
    keysOf(sent.content) === keysOf(kept.content)
  );
}

/** Both sides' changes where none need be chosen and the text stays as it was typed; else null. */
export function mergeQuietly(sides: ThreeSides): PostFields | null {
  const comparison = compareSides(sides);
  if (comparison.rows.length > 0 || comparison.pieces.some(({ kind }) => kind === 'choice')) return null;
  const merged = resolveComparison(comparison, new Map());
  if (keysOf(merged.content) !== keysOf(sides.mine.content)) return null;
  return { ...merged, content: sides.mine.content };
}
