import { type PostLink, parsePostPath } from './match-post-path.ts';
import { scanTags } from './scan-tags.ts';
import { threadsHosts } from './threads-hosts.ts';

export interface PageTags {
  meta: ReadonlyMap<string, string>;
  canonical: string | null;
}

const maxTags = 500;
/** In real pages, the tags are within the first 115,000 characters (February 2026). */
const maxHeadLength = 256 * 1024;

export function parsePageTags(html: string): PageTags {
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

export function canonicalPostLinks(tags: PageTags): PostLink[] {
  const urls = [tags.meta.get('og:url'), tags.canonical];
  return urls
    .map((url) => (url ? URL.parse(url) : null))
    .filter((url) => url !== null && threadsHosts.has(url.hostname))
    .map((url) => parsePostPath(url?.pathname ?? ''))
    .filter((link) => link !== null);
}

/** Threads uses the site root as the page URL if it found no post. */
export function isSiteRoot(tags: PageTags): boolean {
  const url = URL.parse(tags.meta.get('og:url') ?? tags.canonical ?? '');
  return url !== null && threadsHosts.has(url.hostname) && url.pathname === '/';
}
