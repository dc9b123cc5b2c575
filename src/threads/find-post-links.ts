import { addressPattern, findPostLink, tidyText } from './find-post-link.ts';
import type { PostLink } from './match-post-path.ts';
import { publicOrigin } from './threads-hosts.ts';

/** Characters looked at; the rest of a longer text is ignored. */
export const maxLinksTextLength = 262_144;

/** Where a link begins right behind another one, as when lines lose their ends. An address within a query stays part of it. */
const seam = /(?<=[\w\-/.~])(?=https?:\/\/)/i;

/** All links to posts in a text, in its order, each post once. The rules of one link are those of `findPostLink`. */
export function findPostLinks(text: string): PostLink[] {
  const shown = tidyText(text, maxLinksTextLength);
  const links = new Map<string, PostLink>();
  const take = (found: ReturnType<typeof findPostLink>) => {
    if (!found.ok) return false;
    const key = addressOf(found.value).toString();
    if (!links.has(key)) links.set(key, found.value);
    return true;
  };
  if (!take(findPostLink(shown))) return [];
  for (const [address] of shown.matchAll(addressPattern)) {
    // What hangs on an address counts only behind a post: no foreign one may smuggle in another.
    address.split(seam).every((piece) => take(findPostLink(piece)));
  }
  return [...links.values()];
}

/** The address of what a link names, as it is written for people. The same post has the same one, whoever is named. */
function addressOf(link: PostLink): URL {
  if (link.kind === 'share') return new URL(`/share/${link.token}`, publicOrigin);
  return new URL(`/post/${link.code}`, publicOrigin);
}

/** A link to the same post without anything that hung on it. */
export function writePostLink(link: PostLink): string {
  if (link.kind === 'share') return addressOf(link).href;
  return new URL(`/@${link.username ?? '_'}/post/${link.code}`, publicOrigin).href;
}
