export const threadsHosts: ReadonlySet<string> = new Set([
  'threads.com',
  'www.threads.com',
  'threads.net',
  'www.threads.net',
]);

/** Embed-fixing services with the same paths as Threads. */
const mirrorHosts: ReadonlySet<string> = new Set([
  'fixthreads.net',
  'www.fixthreads.net',
  'vxthreads.com',
  'www.vxthreads.com',
]);

const redirectorHosts: ReadonlySet<string> = new Set(['l.threads.com', 'l.threads.net']);

export const threadsOrigin = 'https://www.threads.com';

export type PostLink =
  | { kind: 'post'; code: string; username: string | null }
  | { kind: 'share'; token: string };

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
  let result: PostLinkResult = notThreads;
  for (const match of text.matchAll(urlPattern)) {
    const scheme = match[1]?.toLowerCase() ?? null;
    const matched = matchUrl(scheme, match[2] ?? match[3] ?? match[4] ?? '', canUnwrap);
    if (matched.ok) return matched;
    if (matched.error.code === 'link.not_a_post') result = matched;
  }
  return result;
}

const notThreads: PostLinkResult = { ok: false, error: { code: 'link.not_threads' } };

function parseThreadsPath(path: string): PostLinkResult {
  const link = parsePostPath(path);
  return link === null ? { ok: false, error: { code: 'link.not_a_post' } } : { ok: true, value: link };
}

const defaultPorts: Readonly<Record<string, string>> = { https: ':443', http: ':80' };

/** Rejects an authority with user info, a non-default port, an escape or a backslash. */
function matchUrl(scheme: string | null, afterScheme: string, canUnwrap: boolean): PostLinkResult {
  if (scheme === 'barcelona') return matchAppLink(afterScheme);
  const end = afterScheme.search(/[/?#\\]/);
  const authority = (end < 0 ? afterScheme : afterScheme.slice(0, end)).toLowerCase();
  const port = (scheme === null ? undefined : defaultPorts[scheme]) ?? '';
  const host = port !== '' && authority.endsWith(port) ? authority.slice(0, -port.length) : authority;
  const tail = end < 0 ? '' : afterScheme.slice(end);
  if (tail.startsWith('\\')) return notThreads;
  if (redirectorHosts.has(host)) return canUnwrap ? unwrapRedirector(tail) : notThreads;
  if (!threadsHosts.has(host) && !mirrorHosts.has(host)) return notThreads;
  const pathEnd = tail.search(/[?#\\]/);
  return parseThreadsPath(pathEnd < 0 ? tail : tail.slice(0, pathEnd));
}

function matchAppLink(afterScheme: string): PostLinkResult {
  const [path, query] = afterScheme.split('?', 2);
  const code = new URLSearchParams(query ?? '').get('shortcode') ?? '';
  const isMedia = path?.toLowerCase() === 'media' || path?.toLowerCase() === 'media/';
  return parseThreadsPath(isMedia ? `/post/${code}` : '');
}

function unwrapRedirector(tail: string): PostLinkResult {
  const query = tail.includes('?') ? tail.slice(tail.indexOf('?') + 1) : '';
  return findUrl(new URLSearchParams(query).get('u') ?? '', false);
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

/** Returns null unless the target is HTTP or HTTPS. */
export function unwrapRedirectUrl(href: string): string | null {
  const url = URL.parse(href);
  const isRedirector = url !== null && /^l\.(?:threads|instagram)\.(?:com|net)$/.test(url.hostname);
  const target = isRedirector ? URL.parse(url.searchParams.get('u') ?? '') : url;
  if (target === null || (target.protocol !== 'https:' && target.protocol !== 'http:')) return null;
  return target.href;
}

const usernamePattern = /^[A-Za-z0-9._]{1,30}$/;
const tokenPattern = /^[A-Za-z0-9_-]{5,64}$/;
const maxCodeLength = 64;

/** `_` is a placeholder that every part of the site accepts. */
export function parseUsername(text: string): string | null {
  return usernamePattern.test(text) && text !== '_' ? text : null;
}

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    if (cause instanceof URIError) return segment;
    throw cause;
  }
}

function leadingRun(segment: string): string {
  const run = /^[A-Za-z0-9_-]*/.exec(segment)?.[0] ?? '';
  // If two links were pasted without a space, the second scheme follows the first code.
  return segment.startsWith(':', run.length) ? run.replace(/https?$/i, '') : run;
}

function parseCode(segment: string): string | null {
  const run = leadingRun(segment);
  // Codes have 11 characters until ids reach 2^66, so anything after that is Markdown or a dash.
  const code = /^[\w-]{11}[_-]{1,3}$/.test(run) ? run.slice(0, 11) : run;
  return code.length > 0 && code.length <= maxCodeLength ? code : null;
}

export function parsePostPath(path: string): PostLink | null {
  const segments = path.split('/', 12).filter((segment) => segment !== '');
  const first = decodeSegment(segments[0] ?? '');
  const routeName = first.toLowerCase();
  if (routeName === 'share') return parseShareLink(segments[1] ?? '');
  if (routeName === 't' || routeName === 'post') return createPostLink(parseCode(segments[1] ?? ''), null);
  const second = (segments[1] ?? '').toLowerCase();
  if (!first.startsWith('@') || (second !== 'post' && second !== 'video')) return null;
  return createPostLink(parseCode(segments[2] ?? ''), parseUsername(first.slice(1)));
}

function parseShareLink(segment: string): PostLink | null {
  const token = leadingRun(segment);
  return tokenPattern.test(token) ? { kind: 'share', token } : null;
}

function createPostLink(code: string | null, username: string | null): PostLink | null {
  return code === null ? null : { kind: 'post', code, username };
}
