import type { MediaItem, Post, Rendition } from '#threads/contract.ts';
import type { Ticket } from './contract.ts';

/** What a file of a post is opened with by who holds the post itself: sealed for nobody, so it has no name and no end. */
export function wholeFileTicket(post: Post, item: MediaItem, { url, format }: Rendition): Ticket {
  return {
    ...{ url, name: '', format, purpose: 'attachment', expiresAt: 0 },
    item: {
      ...{ postUrl: post.url, itemId: item.id, format, part: 'file' },
      ...(item.source.post && { thread: true }),
    },
  };
}
