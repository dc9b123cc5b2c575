export const threadsHosts: ReadonlySet<string> = new Set([
  'threads.com',
  'www.threads.com',
  'threads.net',
  'www.threads.net',
]);

/** Embed-fixing services have the same paths as Threads and are named like them: fixthreads, vxthreads, threadsez. */
const mirrors = String.raw`(?:(?:fix|fixup|[a-z]x|dd|kk)threads|threadsez)(?:\.[a-z0-9-]{1,30})?\.(?:net|com|moe|app)`;
const mirrorHost = new RegExp(String.raw`^(?:www\.)?${mirrors}$`);

/** `l.wl.co` belongs to WhatsApp. */
const redirectorNames = String.raw`(?:lm?\.(?:threads|instagram|facebook|messenger|whatsapp|workplace)\.(?:com|net)|l\.wl\.co)`;
const redirectorHost = new RegExp(`^${redirectorNames}$`);
/** A message that was forwarded is wrapped twice. */
const maxRedirectors = 2;

export const threadsOrigin = 'https://www.threads.com';

export type PostLink =
  | { kind: 'post'; code: string; username: string | null }
  | { kind: 'share'; token: string };

export type PostLinkErrorCode =
  | 'link.empty'
  | 'link.not_threads'
  | 'link.not_a_post'
  | 'link.live_chat'
  | 'link.cut_off';
export type PostLinkResult =
  | { ok: true; value: PostLink }
  | { ok: false; error: { code: PostLinkErrorCode } };

export const maxLinkTextLength = 16_384;

/** Copied links can contain zero-width characters, direction marks and soft hyphens. */
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
const bareCode = /^(?:[A-Za-z0-9_-]{10,12}|[A-Za-z0-9_-]{39})$/;
const urlCharacters = String.raw`[!#-&*+\-.\/0-9:=?@A-Z\\^_a-z~]*`;
/**
 * A Threads host without a scheme counts only at the start of a word, not inside a longer name or URL. Letters of other
 * scripts may be right before it: many are written without spaces. After a scheme, they are part of another host.
 */
const wordStart = String.raw`(?<![\p{Script=Latin}\p{N}_.@\/\\%?=&#\-])(?<!:\/\/[^\s\/]{0,253})`;
const bareHost = String.raw`(?:(?:www\.)?(?:threads\.(?:net|com)|${mirrors})|${redirectorNames})`;
const url = String.raw`${urlCharacters}(?:[\[(]?[\u2025\u2026\u22ef])?`;
/** `:` or `/`, percent-encoded once or twice. */
const encoded = (hex: string) => `%(?:25)?${hex}`;
/** Matches whole URLs, so that a URL on another host can't smuggle in a Threads link. */
const urlPattern = new RegExp(
  [
    String.raw`(?<scheme>https?|barcelona|intent):\/\/(?<afterScheme>${url})`,
    `(?<encodedUrl>${wordStart}(?:(?:https?|barcelona)${encoded('3a')}|${bareHost}(?=${encoded('2f')}))${urlCharacters})`,
    `${wordStart}(?<bare>${bareHost}${url})`,
    String.raw`(?<!\S)\/\/(?<relative>${bareHost}${url})`,
  ].join('|'),
  'giu',
);

function normalizeLinkText(text: string, length: number): string {
  return text.slice(0, length).replace(invisible, '').replaceAll('＠', '@').replaceAll('：//', '://').trim();
}

export function findPostLink(text: string): PostLinkResult {
  const normalized = normalizeLinkText(text, maxLinkTextLength);
  if (normalized === '') return { ok: false, error: { code: 'link.empty' } };
  const bare = bareCode.test(normalized) ? createPostLink(parseCode(normalized), null) : null;
  if (bare) return { ok: true, value: bare };
  return findUrl(normalized, maxRedirectors);
}

const failure = (code: PostLinkErrorCode): PostLinkResult => ({ ok: false, error: { code } });
const notThreads = failure('link.not_threads');

const errorsByDetail = ['link.cut_off', 'link.live_chat', 'link.not_a_post'] as const;

/** The first post, or else the error that says most. */
function findUrl(text: string, redirectorsLeft: number): PostLinkResult {
  const errors = new Set<PostLinkErrorCode>();
  for (const { groups = {} } of text.matchAll(urlPattern)) {
    const { scheme = null, afterScheme, encodedUrl, bare, relative } = groups;
    const found =
      encodedUrl === undefined
        ? matchUrl(scheme?.toLowerCase() ?? null, afterScheme ?? bare ?? relative ?? '', redirectorsLeft)
        : findDecodedUrl(encodedUrl, redirectorsLeft);
    if (found.ok) return found;
    errors.add(found.error.code);
  }
  return failure(errorsByDetail.find((code) => errors.has(code)) ?? 'link.not_threads');
}

const urlStart = new RegExp(`^${url}`);

/** Reads one URL only: what decoding separates from it is no link of the text. */
function findDecodedUrl(encodedUrl: string, redirectorsLeft: number): PostLinkResult {
  return findUrl(urlStart.exec(decodeEscapes(encodedUrl))?.[0] ?? '', redirectorsLeft);
}

const asciiEscape = /%[0-7][\da-f]/gi;

/** Invalid UTF-8 stays encoded, but not what is next to it: else, an encoded URL would be decoded to itself. */
function decodeEscapes(text: string): string {
  const decode = (encodedText: string) =>
    encodedText.replace(/(?:%[\da-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run);
      } catch (cause) {
        if (cause instanceof URIError) return run.replace(asciiEscape, decodeURIComponent);
        throw cause;
      }
    });
  return decode(decode(text));
}

function parseThreadsPath(path: string): PostLinkResult {
  const link = parsePostPath(path);
  if (isCutOff(path, link)) return failure('link.cut_off');
  if (link !== null) return { ok: true, value: link };
  return failure(liveChat.test(path) ? 'link.live_chat' : 'link.not_a_post');
}

/** Live chats exist since April 2026. Nobody has published a link of one, so this is what it's likely to look like. */
const liveChat = /\/(?:live|(?:live[-_]?)?chats?)(?:\/|$)/i;

/** Where an app has shortened a long link. */
const ellipsis = /[[(]?(?:[\u2025\u2026\u22EF]|\.{2,3}|%E2%80%A6)$/i;
/** The code of a post has 39 characters if its account is private. */
const wholeCode = /^(?:.{11,12}|.{39,})$/;

function isCutOff(path: string, link: PostLink | null): boolean {
  if (link === null || !ellipsis.test(path)) return ellipsis.test(path);
  if (link.kind === 'post' && wholeCode.test(link.code)) return false;
  return path.replace(ellipsis, '').endsWith(link.kind === 'post' ? link.code : link.token);
}

const defaultPorts: Readonly<Record<string, string>> = { https: ':443', http: ':80' };

/** Rejects an authority with user info, a non-default port, an escape or a backslash. */
function matchUrl(scheme: string | null, afterScheme: string, redirectorsLeft: number): PostLinkResult {
  // Android: `intent://media?shortcode=…#Intent;scheme=barcelona;…`, or a web address in place of `media`.
  const isAppIntent = scheme === 'intent' && /^media(?:[/?#]|$)/i.test(afterScheme);
  if (scheme === 'barcelona' || isAppIntent) return matchAppLink(afterScheme);
  const end = afterScheme.search(/[/?#\\]/);
  const authority = (end < 0 ? afterScheme : afterScheme.slice(0, end)).toLowerCase();
  const port = (scheme === null ? undefined : defaultPorts[scheme]) ?? '';
  const host = port !== '' && authority.endsWith(port) ? authority.slice(0, -port.length) : authority;
  const tail = end < 0 ? '' : afterScheme.slice(end);
  if (tail.startsWith('\\')) return notThreads;
  if (redirectorHost.test(host))
    return redirectorsLeft > 0 ? findUrl(getParam(tail, 'u'), redirectorsLeft - 1) : notThreads;
  if (!threadsHosts.has(host) && !mirrorHost.test(host)) return notThreads;
  const pathEnd = tail.search(/[?#\\]/);
  const path = pathEnd < 0 ? tail : tail.slice(0, pathEnd);
  // A draft of a post that links to another one.
  if (/^\/intent\//i.test(path)) return findDraftLink(tail, redirectorsLeft);
  return parseThreadsPath(path);
}

function findDraftLink(tail: string, redirectorsLeft: number): PostLinkResult {
  if (redirectorsLeft < 0) return failure('link.not_a_post');
  const links = ['url', 'text'].map((name) => findUrl(getParam(tail, name), redirectorsLeft - 1));
  return links.find((link) => link.ok) ?? failure('link.not_a_post');
}

function matchAppLink(afterScheme: string): PostLinkResult {
  const [path, query] = afterScheme.split('?', 2);
  const code = new URLSearchParams(query ?? '').get('shortcode') ?? '';
  const isMedia = path?.toLowerCase() === 'media' || path?.toLowerCase() === 'media/';
  return parseThreadsPath(isMedia ? `/post/${code}` : '');
}

function getParam(tail: string, name: string): string {
  const query = tail.includes('?') ? tail.slice(tail.indexOf('?') + 1) : '';
  return new URLSearchParams(query).get(name) ?? '';
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
export function unwrapRedirectUrl(href: string, redirectorsLeft = maxRedirectors): string | null {
  const url = URL.parse(href) ?? URL.parse(decodeEscapes(href));
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (!redirectorHost.test(url.hostname)) return url.href;
  return redirectorsLeft > 0 ? unwrapRedirectUrl(url.searchParams.get('u') ?? '', redirectorsLeft - 1) : null;
}

const usernamePattern = /^[A-Za-z0-9._]{1,30}$/;
const tokenPattern = /^[A-Za-z0-9_-]{5,64}$/;
const maxCodeLength = 64;

/** `_` is a placeholder that every part of the site accepts. */
export function parseUsername(text: string): string | null {
  return usernamePattern.test(text) && text !== '_' ? text : null;
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
  const segments = decodeEscapes(path)
    .split('/', 12)
    .filter((segment) => segment !== '');
  const first = segments[0] ?? '';
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
