import { Parser } from 'htmlparser2';
import { threadsHosts } from '../link/hosts.ts';
import { type PostLink, parsePostPath } from '../link/parse-post-path.ts';

/** Real pages and embeds stay far below both limits (June 2026). */
const maxDepth = 200;
const maxElements = 50_000;

/** Returns false if a limit is exceeded: the parser searches its open elements for every closing tag. */
export function scanTags(
  html: string,
  onTag: (name: string, attributes: Readonly<Record<string, string>>) => boolean = () => true,
): boolean {
  let depth = 0;
  let count = 0;
  let isBounded = true;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      count += 1;
      isBounded &&= depth <= maxDepth && count <= maxElements;
      if (!isBounded || !onTag(name, attributes)) parser.pause();
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
  return isBounded;
}

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
