import { mediaDisplayName } from '#media/display-name.ts';
import { extensionBytes } from '#names/contract.ts';
import { defaultFilename, formatFilename } from '#names/name-file.ts';
import { selectFilenamePost } from '#names/named-post.ts';
import type { FilenameTemplate } from '#names/read-template.ts';
import { sanitizeFilename } from '#names/safe-file-name.ts';
import type { MediaItem, ThreadsPost } from '#threads/contract.ts';

/**
 * File names without extension, in order of preference. The default name has the time of the post, not of
 * saving, so that a repeated command finds its part files. Posts of the same second share that name, so the
 * second candidate adds the code of the post.
 * @param position index of the item in the post, from 1, and the number of items
 */
export function candidateFilenames(
  post: ThreadsPost,
  item: MediaItem,
  position: { index: number; count: number },
  template: FilenameTemplate | null,
): [string] | [string, string] {
  const displayName = mediaDisplayName(item.type, position.index);
  const publishedAt = Date.parse(post.publishedAt);
  const filenamePost = selectFilenamePost(post, item.source.post);
  if (template)
    return [formatFilename(template, filenamePost, { displayName, type: item.type, ...position })];
  const defaultName = defaultFilename(displayName, Number.isNaN(publishedAt) ? 0 : publishedAt);
  return [defaultName, sanitizeFilename(`${defaultName}-${filenamePost.code}`, extensionBytes)];
}
