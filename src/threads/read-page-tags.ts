import { matchPostPath, type PostLink } from './match-post-path.ts';
import { scanTags } from './scan-tags.ts';
import { threadsHosts } from './threads-hosts.ts';

export interface PageTags {
  /** First value of each `<meta property|name>`, entities decoded. */
  meta: ReadonlyMap<string, string>;
  canonical: string | null;
}

const maxTags = 500;
/** The tags of real pages stand in the first 115,000 characters (February 2026). */
const maxHeadLength = 256 * 1024;

/** The meta tags and the canonical address in the head of a page, read without building a tree. */
export function readPageTags(html: string): PageTags {
  const meta = new Map<string, string>();
  let canonical: string | null = null;
  scanTags(html.slice(0, maxHeadLength), (name, attributes) => {
    const key = attributes.property ?? attributes.name;
    if (name === 'meta' && key !== undefined && meta.size < maxTags && !meta.has(key)) {
      meta.set(key, attributes.content ?? '');
    }
    if (name === 'link' && attributes.rel === 'canonical') canonical ??= attributes.href ?? null;
    return name !== 'body';
  });
  return { meta, canonical };
}

/** The posts a page says it is about: what `og:url` and the canonical address name. */
export function namedPosts(tags: PageTags): PostLink[] {
  const addresses = [tags.meta.get('og:url'), tags.canonical];
  return addresses
    .map((address) => (address ? URL.parse(address) : null))
    .filter((url) => url !== null && threadsHosts.has(url.hostname))
    .map((url) => matchPostPath(url?.pathname ?? ''))
    .filter((link) => link !== null);
}

/** Whether the page calls itself the bare site: Threads found no post for the address. */
export function namesBareRoot(tags: PageTags): boolean {
  const url = URL.parse(tags.meta.get('og:url') ?? tags.canonical ?? '');
  return url !== null && threadsHosts.has(url.hostname) && url.pathname === '/';
}
