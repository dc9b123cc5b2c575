import type {
  PageFetchError,
  PageRequest,
  PageResponse,
  RequestProfile,
  ThreadsReaderOptions,
} from '../contract.ts';
import { isSamePost } from '../parse/shortcode.ts';
import { type PostLink, parsePostPath, threadsHosts } from '../post-links.ts';
import type { Outcome } from './outcome.ts';
import type { ProfileRanking } from './profiles.ts';

export interface ReaderLimits {
  totalMs: number;
  pageMs: number;
  dataMs: number;
  /** Limits for decoded bodies. Real pages are under 1 MB (June 2026). */
  pageBytes: number;
  dataBytes: number;
}

export type FetchedPage = PageResponse & { profile: RequestProfile };

export interface RequestSession extends AsyncDisposable {
  readonly options: ThreadsReaderOptions;
  readonly limits: ReaderLimits;
  readonly ranking: ProfileRanking;
  readonly fetchedPages: FetchedPage[];
  isExpired(): boolean;
  request(request: Omit<PageRequest, 'signal'>): Promise<PageResponse | Outcome>;
}

export function openRequestSession(
  options: ThreadsReaderOptions,
  limits: ReaderLimits,
  ranking: ProfileRanking,
  endsAt: number,
): RequestSession {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.max(0, endsAt - options.now()));
  return {
    options,
    limits,
    ranking,
    fetchedPages: [],
    isExpired: () => controller.signal.aborted || options.now() >= endsAt,
    async request(request) {
      const timeoutMs = Math.min(request.timeoutMs, endsAt - options.now());
      if (controller.signal.aborted || timeoutMs <= 0) return { kind: 'timeout' };
      const fetched = options.fetch({ ...request, timeoutMs, signal: controller.signal });
      const result = await Promise.race([fetched, whenAborted(controller.signal)]);
      if (result === 'aborted') return { kind: 'timeout' };
      return result.ok ? result.value : failureOutcome(result.error);
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      controller.abort();
    },
  };
}

function whenAborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted'), { once: true }));
}

export function failureOutcome(failure: PageFetchError): Outcome {
  const cause = new Error(`request failed: ${failure.code}`, { cause: failure.cause });
  if (failure.code === 'timeout') return { kind: 'timeout', cause };
  if (failure.code === 'too_large') return { kind: 'unrecognized', cause };
  return { kind: 'unreachable', cause };
}

export interface PostTarget {
  code: string;
  username: string | null;
  wholeThread?: boolean;
}

/** For the placeholder `_`, Threads redirects to the right user name. */
export function threadsPostPath(target: PostTarget): string {
  return `/@${target.username ?? '_'}/post/${target.code}`;
}

export const maxRedirects = 2;

/** `url` is on our own origin, whatever host the response named. */
type Redirect = { kind: 'link'; link: PostLink; url: string };

export async function requestPage(
  session: RequestSession,
  url: string,
  headers: Record<string, string>,
  acceptsPartial = false,
): Promise<PageResponse | Redirect | Outcome> {
  const { pageBytes: maxBytes, pageMs: timeoutMs } = session.limits;
  const page = await session.request({ url, method: 'GET', headers, maxBytes, timeoutMs, acceptsPartial });
  if ('kind' in page) return page;
  const statusOutcome = classifyStatus(page);
  if (statusOutcome !== null || page.status < 300) return statusOutcome ?? page;
  const redirect = classifyRedirect(page.location, url, session.options.origin);
  return redirect.kind === 'link' ? redirect : redirectOutcome(redirect.kind);
}

/** Follows redirects only to the same post. Returns the user name that the last one named. */
export async function requestPostPage(
  session: RequestSession,
  path: string,
  headers: Record<string, string>,
  target: PostTarget,
  acceptsPartial = false,
): Promise<{ result: PageResponse | Outcome; username: string | null }> {
  let url = session.options.origin + path;
  let { username } = target;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const result = await requestPage(session, url, headers, acceptsPartial);
    if (!('kind' in result) || result.kind !== 'link') return { result, username };
    if (result.link.kind !== 'post' || !isSamePost(result.link.code, target.code)) {
      return { result: redirectOutcome('other'), username };
    }
    username = result.link.username ?? username;
    url = result.url;
  }
  return { result: { kind: 'blocked', cause: new Error('too many redirects') }, username };
}

export type RedirectTarget =
  | Redirect
  | { kind: 'login' }
  | { kind: 'checkpoint' }
  /** `/?error=invalid_post`: deleted, private or members-only. */
  | { kind: 'invalid_post' }
  | { kind: 'other' }
  /** Outside of Threads or not a URL; never requested. */
  | { kind: 'foreign' };

const maxLocationLength = 4_096;

export function classifyRedirect(
  location: string | null,
  requestUrl: string,
  origin: string,
): RedirectTarget {
  if (location === null || location.length > maxLocationLength || location.includes('\\'))
    return { kind: 'foreign' };
  const url = URL.parse(location, requestUrl);
  if (url === null || url.username !== '' || url.password !== '') return { kind: 'foreign' };
  if (isLogin(url)) return { kind: 'login' };
  if (/^\/(?:auth_platform|challenge|checkpoint)(?:\/|$)/.test(url.pathname)) return { kind: 'checkpoint' };
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isThreads = isWeb && url.port === '' && threadsHosts.has(url.hostname);
  if (!isThreads && url.origin !== new URL(origin).origin) return { kind: 'foreign' };
  if (url.searchParams.get('error') === 'invalid_post') return { kind: 'invalid_post' };
  const link = parsePostPath(url.pathname);
  return link === null ? { kind: 'other' } : { kind: 'link', link, url: origin + url.pathname + url.search };
}

function redirectOutcome(kind: Exclude<RedirectTarget['kind'], 'link'>): Outcome {
  const cause = new Error(`redirected: ${kind}`);
  if (kind === 'invalid_post') return { kind: 'gone', cause };
  if (kind === 'login' || kind === 'checkpoint') return { kind, cause };
  return { kind: kind === 'other' ? 'unrecognized' : 'blocked', cause };
}

function isLogin(url: URL): boolean {
  return /^\/(?:accounts\/)?login(?:\/|$|\.php)/.test(url.pathname);
}

/** The body of a 401 after a burst of requests (autumn 2026). */
const pleaseWait = /please wait a few minutes/i;
/** The message of Instagram's API, on the same servers, for a client that it takes for a robot (2026). */
export const checkpointMessage = /"(?:checkpoint|challenge)_required"/;

export function classifyStatus(response: PageResponse): Outcome | null {
  const { status, retryAfterSeconds, text } = response;
  const cause = new Error(`status ${status}`);
  if (status === 429) return { kind: 'busy', retryAfterSeconds, cause };
  if (status === 401 && pleaseWait.test(text)) return { kind: 'busy', retryAfterSeconds, cause };
  if (status >= 400 && status < 500 && checkpointMessage.test(text)) return { kind: 'checkpoint', cause };
  if (status === 503 && retryAfterSeconds !== null) return { kind: 'busy', retryAfterSeconds, cause };
  if (status === 404 || status === 410) return { kind: 'gone', cause };
  if (status >= 500) return { kind: 'unreachable', cause };
  if (status >= 400) return { kind: 'blocked', cause };
  if (status >= 200 && status < 400) return null;
  return { kind: 'unrecognized', cause };
}

/** For data endpoints, whose 404 says nothing about the post. */
export function classifyDataStatus(
  response: PageResponse,
  requestUrl: string,
  origin: string,
): Outcome | null {
  const statusOutcome = classifyStatus(response);
  if (statusOutcome?.kind === 'gone' || response.status === 405) return { kind: 'inapplicable' };
  if (statusOutcome !== null || response.status < 300) return statusOutcome;
  const redirect = classifyRedirect(response.location, requestUrl, origin);
  const cause = new Error(`redirected: ${redirect.kind}`);
  if (redirect.kind === 'login' || redirect.kind === 'checkpoint') return { kind: redirect.kind, cause };
  const isOnSite = redirect.kind === 'other' || redirect.kind === 'link';
  return { kind: isOnSite ? 'unrecognized' : 'blocked', cause };
}
