import type { ValidateMediaUrl } from '#media/allowed-media-host.ts';
import type { Ticket } from '#media/contract.ts';
import { createUnsealedTicket } from '#media/whole-file-ticket.ts';
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
