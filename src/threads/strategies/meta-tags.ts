import { Parser } from 'htmlparser2';
import type { MediaItem, ThreadsPost } from '../contract.ts';
import { formatFromUrl, isMediaUrl, parseCacheKeyId, parseEfgParams } from '../parse/cdn-url.ts';
import { asPositive } from '../parse/json.ts';
import { idToCreationMs, isSamePost, shortcodeToId } from '../parse/shortcode.ts';
import { type PostLink, parsePostPath, threadsHosts, threadsOrigin } from '../post-links.ts';
import { foundPost, type Outcome } from '../request/outcome.ts';
import type { PostTarget } from '../request/session.ts';

/** Other folders have share cards and icons (autumn 2026). */
const postImage = /\/t51\.\d+-15\//;
const videoCover = /\/t51\.71878-15\/|\/t15\.5256-10\//;

/** Meta tags name one image or video. They're trusted only if the page URL names this post. */
export function parseMetaTags(html: string, target: PostTarget): Outcome {
  const tags = parsePageTags(html);
  const links = canonicalPostLinks(tags);
  const isTarget = (code: string) => isSamePost(code, target.code);
  if (links.length === 0 || !links.every((link) => link.kind === 'post' && isTarget(link.code))) {
    return { kind: 'inapplicable' };
  }
  const id = shortcodeToId(target.code);
  const author =
    parseAuthor(tags) ?? (target.username === null ? null : { username: target.username, name: '' });
  if (author === null || id === null) return { kind: 'inapplicable' };
  const item = parseItem(tags, author.username, target.code, id);
  if (item === null) return { kind: 'inapplicable' };
  const post = {
    code: target.code,
    url: `${threadsOrigin}/@${author.username}/post/${target.code}`,
    author,
    text: tags.meta.get('og:description') ?? '',
    publishedAt: new Date(idToCreationMs(id)).toISOString(),
    linksTo: null,
    items: [item],
  };
  return foundPost(post, true);
}

function parseAuthor(tags: PageTags): ThreadsPost['author'] | null {
  const [, name, username] =
    /^(.{0,200}?)\(@([A-Za-z0-9._]{1,30})\)/s.exec(tags.meta.get('og:title') ?? '') ?? [];
  if (username !== undefined) return { username, name: name?.trimEnd() ?? '' };
  const link = parsePostPath(URL.parse(tags.meta.get('og:url') ?? '')?.pathname ?? '');
  return link?.kind === 'post' && link.username !== null ? { username: link.username, name: '' } : null;
}

function parseItem(tags: PageTags, username: string, code: string, id: string): MediaItem | null {
  const video = tags.meta.get('og:video:secure_url') ?? tags.meta.get('og:video');
  const image = tags.meta.get('og:image');
  const type = isMediaUrl(video) ? 'video' : 'image';
  const url = isMediaUrl(video) ? video : image;
  if (!isMediaUrl(url) || (type === 'image' && (isCover(url) || !postImage.test(url)))) return null;
  return {
    id: (type === 'image' ? parseCacheKeyId(url) : null) ?? id,
    type,
    renditions: [
      {
        url,
        format: formatFromUrl(url, type === 'video' ? 'MP4' : 'JPG'),
        width: asPositive(tags.meta.get(`og:${type}:width`)),
        height: asPositive(tags.meta.get(`og:${type}:height`)),
        bytes: null,
      },
    ],
    durationSeconds: parseEfgParams(url).durationSeconds,
    hasAudio: null,
    alt: tags.meta.get('og:image:alt') || null,
    thumbnailUrl: isMediaUrl(image) ? image : null,
    source: { kind: 'own', username, code },
  };
}

function isCover(url: string): boolean {
  return videoCover.test(url) || parseEfgParams(url).tag.includes('cover_frame');
}

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
