import { extensionBytes } from '#filenames/contract.ts';
import {
  defaultFilename,
  formatFilename,
  mediaDisplayName,
  selectFilenamePost,
} from '#filenames/filename.ts';
import { sanitizeFilename } from '#filenames/sanitize.ts';
import type { FilenameTemplate } from '#filenames/template.ts';
import type { ValidateMediaUrl } from '#media/allowed-hosts.ts';
import type { Ticket } from '#media/contract.ts';
import { createUnsealedTicket } from '#media/upstream.ts';
import type { MediaItem, Rendition, ThreadsPost } from '#threads/contract.ts';

export interface SelectedFile {
  item: MediaItem;
  rendition: Rendition;
  /** Among the selected files, from 1. */
  index: number;
  count: number;
  ticket: Ticket;
}

/** Selects the first rendition of each item that is on an allowed host. Items without one are left out. */
export function selectFiles(post: ThreadsPost, validateUrl: ValidateMediaUrl): SelectedFile[] {
  const found = post.items.flatMap((item) => {
    const rendition = item.renditions.find(({ url }) => validateUrl(url) !== null);
    return rendition ? [{ item, rendition }] : [];
  });
  return found.map(({ item, rendition }, at) => ({
    ...{ item, rendition, index: at + 1, count: found.length },
    ticket: createUnsealedTicket(post, item, rendition),
  }));
}

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
