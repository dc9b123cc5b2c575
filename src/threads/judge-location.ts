import { type PostLink, parsePostPath } from './match-post-path.ts';
import { threadsHosts } from './threads-hosts.ts';

export type RedirectTarget =
  /** `url` is on our own origin, whatever host the response named. */
  | { kind: 'link'; link: PostLink; url: string }
  | { kind: 'login' }
  /** `/?error=invalid_post`: deleted, private or members-only. */
  | { kind: 'invalid_post' }
  | { kind: 'other' }
  /** Outside of Threads or not a URL: counts as blocked and is never requested. */
  | { kind: 'foreign' };

const maxLength = 4_096;

/** Rewrites URLs on Threads' hosts to `origin`. No other host is ever requested. */
export function classifyRedirect(location: string, requested: string, origin: string): RedirectTarget {
  const url = location.length > maxLength || location.includes('\\') ? null : URL.parse(location, requested);
  if (url === null || url.username !== '' || url.password !== '') return { kind: 'foreign' };
  if (isLogin(url)) return { kind: 'login' };
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isThreads = isWeb && url.port === '' && threadsHosts.has(url.hostname);
  if (!isThreads && url.origin !== new URL(origin).origin) return { kind: 'foreign' };
  if (url.searchParams.get('error') === 'invalid_post') return { kind: 'invalid_post' };
  const link = parsePostPath(url.pathname);
  return link === null ? { kind: 'other' } : { kind: 'link', link, url: origin + url.pathname + url.search };
}

/** Also matches login pages on Meta's other sites, which are recognized but never requested. */
function isLogin(url: URL): boolean {
  return /^\/(?:accounts\/)?login(?:\/|$|\.php)/.test(url.pathname);
}
