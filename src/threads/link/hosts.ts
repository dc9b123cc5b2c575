export const threadsHosts: ReadonlySet<string> = new Set([
  'threads.com',
  'www.threads.com',
  'threads.net',
  'www.threads.net',
]);

/** Embed-fixing services with the same paths as Threads. */
export const mirrorHosts: ReadonlySet<string> = new Set([
  'fixthreads.net',
  'www.fixthreads.net',
  'vxthreads.com',
  'www.vxthreads.com',
]);

export const redirectorHosts: ReadonlySet<string> = new Set(['l.threads.com', 'l.threads.net']);

export const threadsOrigin = 'https://www.threads.com';

/** Returns null unless the target is HTTP or HTTPS. */
export function unwrapRedirectUrl(href: string): string | null {
  const url = URL.parse(href);
  const isRedirector = url !== null && /^l\.(?:threads|instagram)\.(?:com|net)$/.test(url.hostname);
  const target = isRedirector ? URL.parse(url.searchParams.get('u') ?? '') : url;
  if (target === null || (target.protocol !== 'https:' && target.protocol !== 'http:')) return null;
  return target.href;
}
