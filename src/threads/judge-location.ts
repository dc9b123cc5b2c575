import { matchPostPath, type PostLink } from './match-post-path.ts';
import { threadsHosts } from './threads-hosts.ts';

export type RedirectTarget =
  /** `address` stands on our own origin, whatever host the answer named. */
  | { kind: 'link'; link: PostLink; address: string }
  | { kind: 'login' }
  /** `/?error=invalid_post`: deleted, private or shown to members only. */
  | { kind: 'invalid_post' }
  /** Elsewhere on Threads. */
  | { kind: 'other' }
  /** Off Threads, or no address at all: counts as being blocked, and is never asked. */
  | { kind: 'foreign' };

const maxLength = 4_096;

/**
 * Judges the Location of an answer. Threads' hosts and `origin` are accepted and re-rooted on `origin`; nothing else
 * is ever asked.
 */
export function judgeLocation(location: string, requested: string, origin: string): RedirectTarget {
  const url = location.length > maxLength || location.includes('\\') ? null : URL.parse(location, requested);
  if (url === null || url.username !== '' || url.password !== '') return { kind: 'foreign' };
  if (isLogin(url)) return { kind: 'login' };
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isThreads = isWeb && url.port === '' && threadsHosts.has(url.hostname);
  if (!isThreads && url.origin !== new URL(origin).origin) return { kind: 'foreign' };
  if (url.searchParams.get('error') === 'invalid_post') return { kind: 'invalid_post' };
  const link = matchPostPath(url.pathname);
  return link === null
    ? { kind: 'other' }
    : { kind: 'link', link, address: origin + url.pathname + url.search };
}

/** Also on Meta's other sites: the wall is recognised, never asked. */
function isLogin(url: URL): boolean {
  return /^\/(?:accounts\/)?login(?:\/|$|\.php)/.test(url.pathname);
}
