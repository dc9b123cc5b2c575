import type { JudgeMediaAddress } from '#media/allowed-media-host.ts';
import type { Ticket } from '#media/contract.ts';
import { wholeFileTicket } from '#media/whole-file-ticket.ts';
import type { MediaItem, Post, Rendition } from '#threads/contract.ts';

/** The best file of an item. */
export interface ChosenFile {
  item: MediaItem;
  rendition: Rendition;
  /** Among those that are chosen, from 1. */
  index: number;
  count: number;
  ticket: Ticket;
}

/** One file for each item of a post, as the site offers them first; none for one on a host that is not asked. */
export function chooseFiles(post: Post, judge: JudgeMediaAddress): ChosenFile[] {
  const found = post.items.flatMap((item) => {
    const rendition = item.renditions.find(({ url }) => judge(url) !== null);
    return rendition ? [{ item, rendition }] : [];
  });
  return found.map(({ item, rendition }, at) => ({
    ...{ item, rendition, index: at + 1, count: found.length },
    ticket: wholeFileTicket(post, item, rendition),
  }));
}
