import { displayNameOf } from '#media/display-name.ts';
import { nameFile, usualName } from '#names/name-file.ts';
import { namedPost } from '#names/named-post.ts';
import type { NameTemplate } from '#names/read-template.ts';
import type { MediaItem, Post } from '#threads/contract.ts';

/**
 * What a file is saved as, without its extension. The usual name has the moment of the post instead of that of saving:
 * the same command finds what it began.
 * @param place of the item in the post, from 1, and how many there are
 */
export function nameItem(
  post: Post,
  item: MediaItem,
  place: { index: number; count: number },
  template: NameTemplate | null,
): string {
  const displayName = displayNameOf(item.type, place.index);
  const publishedAt = Date.parse(post.publishedAt);
  if (!template) return usualName(displayName, Number.isNaN(publishedAt) ? 0 : publishedAt);
  return nameFile(template, namedPost(post, item.source.post), { displayName, type: item.type, ...place });
}
