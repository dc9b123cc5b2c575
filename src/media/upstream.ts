import type { MediaItem, Rendition, ThreadsPost } from '#threads/contract.ts';
import type { Ticket } from './contract.ts';

/** For server code that has the post. The ticket is never sealed, so it has no name and no expiry. */
export function createUnsealedTicket(post: ThreadsPost, item: MediaItem, { url, format }: Rendition): Ticket {
  return {
    ...{ url, name: '', format, purpose: 'attachment', expiresAt: 0 },
    item: {
      ...{ postUrl: post.url, itemId: item.id, format, part: 'file' },
      ...(item.source.post && { thread: true }),
    },
  };
}
