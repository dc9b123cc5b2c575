import type { MediaItem, Post } from './contract.ts';
import { asPositive } from './json-node.ts';
import { matchPostPath } from './match-post-path.ts';
import { isMediaAddress, promisedFormat } from './media-address.ts';
import type { Outcome } from './outcome.ts';
import { readCacheKeyId } from './read-cache-key.ts';
import { readEncoding } from './read-encoding.ts';
import { namedPosts, type PageTags, readPageTags } from './read-page-tags.ts';
import type { Target } from './request-page.ts';
import { idToCreationMs, namesSamePost, shortcodeToId } from './shortcode.ts';
import { publicOrigin } from './threads-hosts.ts';

const videoCover = /\/t51\.71878-15\/|\/t15\.5256-10\//;

/**
 * The one picture or video a shell still names in its meta tags; the last resort. Trusted only where `og:url` and
 * the canonical address name this very post. Avatars and covers of videos are not media of the post.
 */
export function readOgTags(html: string, target: Target): Outcome {
  const tags = readPageTags(html);
  const named = namedPosts(tags);
  const isOurs = (code: string) => namesSamePost(code, target.code);
  if (named.length === 0 || !named.every((link) => link.kind === 'post' && isOurs(link.code))) {
    return { kind: 'inapplicable' };
  }
  const id = shortcodeToId(target.code);
  const createdMs = id === null ? null : idToCreationMs(id);
  const author =
    readAuthor(tags) ?? (target.username === null ? null : { username: target.username, name: '' });
  if (author === null || createdMs === null) return { kind: 'inapplicable' };
  const item = readItem(tags, author.username, target.code, id ?? target.code);
  if (item === null) return { kind: 'inapplicable' };
  const post: Post = {
    code: target.code,
    url: `${publicOrigin}/@${author.username}/post/${target.code}`,
    author,
    text: tags.meta.get('og:description') ?? '',
    publishedAt: new Date(createdMs).toISOString(),
    linksTo: null,
    items: [item],
    // The tags hold one picture, of however many.
    incomplete: true,
  };
  return { kind: 'found', result: { ok: true, value: post } };
}

/** `Name (@user) on Threads`, or the user name of the address. */
function readAuthor(tags: PageTags): Post['author'] | null {
  const [, name, username] =
    /^(.{0,200}?)\s*\(@([A-Za-z0-9._]{1,30})\)/s.exec(tags.meta.get('og:title') ?? '') ?? [];
  if (username !== undefined) return { username, name: name ?? '' };
  const link = matchPostPath(URL.parse(tags.meta.get('og:url') ?? '')?.pathname ?? '');
  return link?.kind === 'post' && link.username !== null ? { username: link.username, name: '' } : null;
}

function readItem(tags: PageTags, username: string, code: string, id: string): MediaItem | null {
  const video = tags.meta.get('og:video:secure_url') ?? tags.meta.get('og:video');
  const image = tags.meta.get('og:image');
  const type = isMediaAddress(video) ? 'video' : 'image';
  const url = isMediaAddress(video) ? video : image;
  if (!isMediaAddress(url) || (type === 'image' && isCover(url))) return null;
  return {
    id: (type === 'image' ? readCacheKeyId(url) : null) ?? id,
    type,
    renditions: [
      {
        url,
        format: promisedFormat(url, type === 'video' ? 'MP4' : 'JPG'),
        width: asPositive(tags.meta.get(`og:${type}:width`)),
        height: asPositive(tags.meta.get(`og:${type}:height`)),
        bytes: null,
      },
    ],
    durationSeconds: readEncoding(url).durationSeconds,
    hasAudio: null,
    alt: tags.meta.get('og:image:alt') || null,
    thumbnailUrl: isMediaAddress(image) ? image : null,
    source: { kind: 'own', username, code },
  };
}

function isCover(url: string): boolean {
  return videoCover.test(url) || readEncoding(url).tag.includes('cover_frame');
}
