import type { Chain } from './find-chain.ts';
import { asText } from './json-node.ts';
import { type OwnMedia, readOwnMedia } from './read-own-media.ts';

/** Media of the author's own follow-ups to a post, oldest first. */
export function readContinuation(username: string, { after }: Pick<Chain, 'after'>): OwnMedia {
  const read = after.map((node) =>
    readOwnMedia(node, { kind: 'continuation', username, code: asText(node.code) }),
  );
  return { items: read.flatMap((one) => one.items), hasUnread: read.some((one) => one.hasUnread) };
}
