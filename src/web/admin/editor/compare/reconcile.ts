import type { PostFields } from '#desk/contract.ts';
import type { MergeInput } from '../draft/draft-contract.ts';
import { splitHtmlBlocks } from './blocks.ts';
import { applyResolutions, compareDrafts } from './compare-sides.ts';

const toKeys = (html: string) => JSON.stringify(splitHtmlBlocks(html).map(({ key }) => key));
const normalize = (text: string | null) => (text ?? '').trim();

/**
 * Whether the server stored what was sent. Ignores what the server may set by its own rules: an empty slug,
 * the status and the cover URL.
 */
export function isSameDraft(sent: PostFields, stored: PostFields): boolean {
  const texts = ['title', 'excerpt', 'featured_image_alt', 'seo_title', 'seo_description'] as const;
  return (
    texts.every((name) => normalize(sent[name]) === normalize(stored[name])) &&
    (normalize(sent.slug) === '' || normalize(sent.slug) === stored.slug) &&
    normalize(sent.category_id) === normalize(stored.category_id) &&
    [...sent.tag_ids].sort().join() === [...stored.tag_ids].sort().join() &&
    sent.seo_keywords.join() === stored.seo_keywords.join() &&
    toKeys(sent.content) === toKeys(stored.content)
  );
}

/** Merges both sides; null if the user must choose or the text would change. */
export function mergeWithoutConflicts(sides: MergeInput): PostFields | null {
  const comparison = compareDrafts(sides);
  if (comparison.rows.length > 0 || comparison.segments.some(({ kind }) => kind === 'choice')) return null;
  const merged = applyResolutions(comparison, new Map());
  if (toKeys(merged.content) !== toKeys(sides.mine.content)) return null;
  return { ...merged, content: sides.mine.content };
}
