import type { AuthorThread } from './find-chain.ts';
import { asText } from './json-node.ts';
import { type MediaCollection, parseOwnMedia } from './read-own-media.ts';

export function parseContinuation(username: string, { after }: Pick<AuthorThread, 'after'>): MediaCollection {
  const collections = after.map((node) =>
    parseOwnMedia(node, { kind: 'continuation', username, code: asText(node.code) }),
  );
  return {
    items: collections.flatMap((collection) => collection.items),
    hasUnparsed: collections.some((collection) => collection.hasUnparsed),
  };
}
