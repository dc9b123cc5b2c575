import type { MediaItem, Rendition, ThreadsPost } from '#threads/contract.ts';
import type { Ticket } from './contract.ts';

export function createUnsealedTicket(post: ThreadsPost, item: MediaItem, { url, format }: Rendition): Ticket {
  return {
    url,
    name: '',
    format,
    purpose: 'attachment',
    expiresAt: 0,
    item: {
      postUrl: post.url,
      itemId: item.id,
      format,
      part: 'file',
      ...(item.source.post && { thread: true }),
    },
  };
}
