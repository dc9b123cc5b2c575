import { mirrorHosts, redirectorHosts, threadsHosts, threadsOrigin } from './link/hosts.ts';
import { type PostLink, parsePostPath } from './link/parse-post-path.ts';

export type PostLinkErrorCode = 'link.empty' | 'link.not_threads' | 'link.not_a_post';
export type PostLinkResult =
  | { ok: true; value: PostLink }
  | { ok: false; error: { code: PostLinkErrorCode } };

export const maxLinkTextLength = 16_384;

/** Copied links can contain zero-width characters, direction marks and soft hyphens. */
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
const bareCode = /^(?:[A-Za-z0-9_-]{10,12}|[A-Za-z0-9_-]{39})$/;
const urlCharacters = String.raw`[!#-&*+\-.\/0-9:=?@A-Z\\^_a-z~]*`;
/** A Threads host without a scheme counts only at the start of a word, not inside a longer name or URL. */
const wordStart = String.raw`(?<![\p{L}\p{N}_.@\/\\%?=&#\-])`;
const bareHost = String.raw`(?:www\.|l\.)?(?:fix|vx)?threads\.(?:net|com)`;
/** Matches whole URLs, so that a URL on another host can't smuggle in a Threads link. */
const urlPattern = new RegExp(
  String.raw`(https?|barcelona):\/\/(${urlCharacters})|${wordStart}(${bareHost}${urlCharacters})|(?<!\S)\/\/(${bareHost}${urlCharacters})`,
  'giu',
);

function normalizeLinkText(text: string, length: number): string {
  return text.slice(0, length).replace(invisible, '').replaceAll('＠', '@').trim();
}

export function findPostLink(text: string): PostLinkResult {
  const normalized = normalizeLinkText(text, maxLinkTextLength);
  if (normalized === '') return { ok: false, error: { code: 'link.empty' } };
  if (bareCode.test(normalized))
    return { ok: true, value: { kind: 'post', code: normalized, username: null } };
  return findUrl(normalized, true);
}

function findUrl(text: string, canUnwrap: boolean): PostLinkResult {
  let isThreads = false;
  for (const match of text.matchAll(urlPattern)) {
    const scheme = match[1]?.toLowerCase() ?? null;
    const urlMatch = matchUrl(scheme, match[2] ?? match[3] ?? match[4] ?? '', canUnwrap);
    if (urlMatch.link !== null) return { ok: true, value: urlMatch.link };
    isThreads ||= urlMatch.isThreads;
  }
  return { ok: false, error: { code: isThreads ? 'link.not_a_post' : 'link.not_threads' } };
}

interface UrlMatch {
  isThreads: boolean;
  link: PostLink | null;
}

const noMatch: UrlMatch = { isThreads: false, link: null };

const defaultPorts: Readonly<Record<string, string>> = { https: ':443', http: ':80' };

/** Rejects an authority with user info, a non-default port, an escape or a backslash. */
function matchUrl(scheme: string | null, afterScheme: string, canUnwrap: boolean): UrlMatch {
  if (scheme === 'barcelona') return matchAppLink(afterScheme);
  const end = afterScheme.search(/[/?#\\]/);
  const authority = (end < 0 ? afterScheme : afterScheme.slice(0, end)).toLowerCase();
  const port = (scheme === null ? undefined : defaultPorts[scheme]) ?? '';
  const host = port !== '' && authority.endsWith(port) ? authority.slice(0, -port.length) : authority;
  const tail = end < 0 ? '' : afterScheme.slice(end);
  if (tail.startsWith('\\')) return noMatch;
  if (redirectorHosts.has(host)) return canUnwrap ? unwrapRedirector(tail) : noMatch;
  if (!threadsHosts.has(host) && !mirrorHosts.has(host)) return noMatch;
  const pathEnd = tail.search(/[?#\\]/);
  return { isThreads: true, link: parsePostPath(pathEnd < 0 ? tail : tail.slice(0, pathEnd)) };
}

function matchAppLink(afterScheme: string): UrlMatch {
  const [path, query] = afterScheme.split('?', 2);
  const code = new URLSearchParams(query ?? '').get('shortcode') ?? '';
  const isMedia = path?.toLowerCase() === 'media' || path?.toLowerCase() === 'media/';
  return { isThreads: true, link: isMedia ? parsePostPath(`/post/${code}`) : null };
}

function unwrapRedirector(tail: string): UrlMatch {
  const query = tail.includes('?') ? tail.slice(tail.indexOf('?') + 1) : '';
  const inner = findUrl(new URLSearchParams(query).get('u') ?? '', false);
  return {
    isThreads: inner.ok || inner.error.code === 'link.not_a_post',
    link: inner.ok ? inner.value : null,
  };
}

export const maxBatchTextLength = 262_144;

/** Separates links that lost their line breaks. A URL in a query string stays part of its link. */
const linkBoundary = /(?<=[\w\-/.~])(?=https?:\/\/)/i;

export function findPostLinks(text: string): PostLink[] {
  const normalized = normalizeLinkText(text, maxBatchTextLength);
  const links = new Map<string, PostLink>();
  const addLink = (found: ReturnType<typeof findPostLink>) => {
    if (!found.ok) return false;
    const key = canonicalUrl(found.value).toString();
    if (!links.has(key)) links.set(key, found.value);
    return true;
  };
  if (!addLink(findPostLink(normalized))) return [];
  for (const [url] of normalized.matchAll(urlPattern)) {
    // An appended link counts only after a post link, so that a URL on another host can't smuggle one in.
    url.split(linkBoundary).every((piece) => addLink(findPostLink(piece)));
  }
  return [...links.values()];
}

function canonicalUrl(link: PostLink): URL {
  if (link.kind === 'share') return new URL(`/share/${link.token}`, threadsOrigin);
  return new URL(`/post/${link.code}`, threadsOrigin);
}

export function formatPostLink(link: PostLink): string {
  if (link.kind === 'share') return canonicalUrl(link).href;
  return new URL(`/@${link.username ?? '_'}/post/${link.code}`, threadsOrigin).href;
}
