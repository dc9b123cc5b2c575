import { displayNameOf } from '#media/display-name.ts';
import { extensionBytes } from '#names/contract.ts';
import { nameFile, usualName } from '#names/name-file.ts';
import { namedPost } from '#names/named-post.ts';
import type { NameTemplate } from '#names/read-template.ts';
import { safeFileName } from '#names/safe-file-name.ts';
import type { MediaItem, Post } from '#threads/contract.ts';

/**
 * What a file is saved as, without its extension: the first name, or the second where that is taken by something else.
 * The usual name has the moment of the post instead of that of saving, so that the same command finds what it began;
 * posts of the same second share it, and the second name has the code of the post as well.
 * @param place of the item in the post, from 1, and how many there are
 */
export function namesOfItem(
  post: Post,
  item: MediaItem,
  place: { index: number; count: number },
  template: NameTemplate | null,
): [string] | [string, string] {
  const displayName = displayNameOf(item.type, place.index);
  const publishedAt = Date.parse(post.publishedAt);
  const named = namedPost(post, item.source.post);
  if (template) return [nameFile(template, named, { displayName, type: item.type, ...place })];
  const usual = usualName(displayName, Number.isNaN(publishedAt) ? 0 : publishedAt);
  return [usual, safeFileName(`${usual}-${named.code}`, extensionBytes)];
}
