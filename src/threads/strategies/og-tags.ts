import type { MediaItem, ThreadsPost } from '../contract.ts';
import { threadsOrigin } from '../link/hosts.ts';
import { parsePostPath } from '../link/parse-post-path.ts';
import { idToCreationMs, isSamePost, shortcodeToId } from '../link/shortcode.ts';
import { asPositive } from '../parse/json/json-node.ts';
import { formatFromUrl, isMediaUrl, parseCacheKeyId, parseEfgParams } from '../parse/media/cdn-url.ts';
import { canonicalPostLinks, type PageTags, parsePageTags } from '../parse/page-tags.ts';
import type { Outcome } from '../request/outcome.ts';
import type { PostTarget } from '../request/page.ts';

const videoCover = /\/t51\.71878-15\/|\/t15\.5256-10\//;

/** Meta tags name one image or video. They're trusted only if the page URL names this post. */
export function parseOgTags(html: string, target: PostTarget): Outcome {
  const tags = parsePageTags(html);
  const links = canonicalPostLinks(tags);
  const isTarget = (code: string) => isSamePost(code, target.code);
  if (links.length === 0 || !links.every((link) => link.kind === 'post' && isTarget(link.code))) {
    return { kind: 'inapplicable' };
  }
  const id = shortcodeToId(target.code);
  const createdMs = id === null ? null : idToCreationMs(id);
  const author =
    parseAuthor(tags) ?? (target.username === null ? null : { username: target.username, name: '' });
  if (author === null || createdMs === null) return { kind: 'inapplicable' };
  const item = parseItem(tags, author.username, target.code, id ?? target.code);
  if (item === null) return { kind: 'inapplicable' };
  const post: ThreadsPost = {
    code: target.code,
    url: `${threadsOrigin}/@${author.username}/post/${target.code}`,
    author,
    text: tags.meta.get('og:description') ?? '',
    publishedAt: new Date(createdMs).toISOString(),
    linksTo: null,
    items: [item],
    incomplete: true,
  };
  return { kind: 'found', result: { ok: true, value: post } };
}

function parseAuthor(tags: PageTags): ThreadsPost['author'] | null {
  const [, name, username] =
    /^(.{0,200}?)\s*\(@([A-Za-z0-9._]{1,30})\)/s.exec(tags.meta.get('og:title') ?? '') ?? [];
  if (username !== undefined) return { username, name: name ?? '' };
  const link = parsePostPath(URL.parse(tags.meta.get('og:url') ?? '')?.pathname ?? '');
  return link?.kind === 'post' && link.username !== null ? { username: link.username, name: '' } : null;
}

function parseItem(tags: PageTags, username: string, code: string, id: string): MediaItem | null {
  const video = tags.meta.get('og:video:secure_url') ?? tags.meta.get('og:video');
  const image = tags.meta.get('og:image');
  const type = isMediaUrl(video) ? 'video' : 'image';
  const url = isMediaUrl(video) ? video : image;
  if (!isMediaUrl(url) || (type === 'image' && isCover(url))) return null;
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
