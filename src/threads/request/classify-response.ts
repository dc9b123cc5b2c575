import type { PageResponse } from '../contract.ts';
import { threadsHosts } from '../link/hosts.ts';
import { type PostLink, parsePostPath } from '../link/parse-post-path.ts';
import type { Outcome } from './outcome.ts';

export type RedirectTarget =
  /** `url` is on our own origin, whatever host the response named. */
  | { kind: 'link'; link: PostLink; url: string }
  | { kind: 'login' }
  /** `/?error=invalid_post`: deleted, private or members-only. */
  | { kind: 'invalid_post' }
  | { kind: 'other' }
  /** Outside of Threads or not a URL; never requested. */
  | { kind: 'foreign' };

const maxLength = 4_096;

export function classifyRedirect(location: string, requestUrl: string, origin: string): RedirectTarget {
  const url = location.length > maxLength || location.includes('\\') ? null : URL.parse(location, requestUrl);
  if (url === null || url.username !== '' || url.password !== '') return { kind: 'foreign' };
  if (isLogin(url)) return { kind: 'login' };
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isThreads = isWeb && url.port === '' && threadsHosts.has(url.hostname);
  if (!isThreads && url.origin !== new URL(origin).origin) return { kind: 'foreign' };
  if (url.searchParams.get('error') === 'invalid_post') return { kind: 'invalid_post' };
  const link = parsePostPath(url.pathname);
  return link === null ? { kind: 'other' } : { kind: 'link', link, url: origin + url.pathname + url.search };
}

function isLogin(url: URL): boolean {
  return /^\/(?:accounts\/)?login(?:\/|$|\.php)/.test(url.pathname);
}

export function classifyStatus(response: PageResponse): Outcome | null {
  const { status, retryAfterSeconds } = response;
  const cause = new Error(`status ${status}`);
  if (status === 429) return { kind: 'busy', retryAfterSeconds, cause };
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
  const redirect = classifyRedirect(response.location ?? '\\', requestUrl, origin);
  const isOnSite = redirect.kind === 'other' || redirect.kind === 'link';
  return { kind: isOnSite ? 'unrecognized' : 'blocked', cause: new Error(`redirected: ${redirect.kind}`) };
}
