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
import { createUnsealedTicket } from '#media/file-ticket.ts';
import type { MediaItem, Rendition, ThreadsPost } from '#threads/contract.ts';

export interface SelectedFile {
  item: MediaItem;
  rendition: Rendition;
  index: number;
  count: number;
  ticket: Ticket;
}

export function selectFiles(post: ThreadsPost, validateUrl: ValidateMediaUrl): SelectedFile[] {
  const found = post.items.flatMap((item) => {
    const rendition = item.renditions.find(({ url }) => validateUrl(url) !== null);
    return rendition ? [{ item, rendition }] : [];
  });
  return found.map(({ item, rendition }, index) => ({
    item,
    rendition,
    index: index + 1,
    count: found.length,
    ticket: createUnsealedTicket(post, item, rendition),
  }));
}

/** Default names have the time of the post, so that a repeated command finds its part files. */
export function listCandidateFilenames(
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
