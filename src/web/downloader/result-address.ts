import type { ExtractedPost } from '#extraction/contract.ts';

/** The hash of a result, such as `#@maker/post/DAbc`. A hash is never sent to a server. */
export function formatResultHash({ author, code }: Pick<ExtractedPost, 'author' | 'code'>): string {
  return `#@${author.username}/post/${code}`;
}

/** The link to the post; null if the hash is not the address of a result. */
export function parseResultHash(hash: string): string | null {
  const [, username, code] = /^#@([\w.]{1,64})\/post\/([\w-]{5,64})$/.exec(hash) ?? [];
  return username && code ? `https://www.threads.com/@${username}/post/${code}` : null;
}
