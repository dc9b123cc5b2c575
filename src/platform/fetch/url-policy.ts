import { isIP } from 'node:net';
import { fail, ok, type Result } from '../result.ts';

export interface UrlPolicy {
  isAllowed: (url: URL) => boolean;
  /** Exact origins such as `http://127.0.0.1:4750`. Empty except in tests and demos. */
  loopbackOrigins: readonly string[];
}

export interface FetchTarget {
  url: URL;
  isLoopback: boolean;
}

const maxUrlLength = 8_192;

function isLoopbackOrigin(origin: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return url?.origin === origin && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname);
}

export function assertLoopbackOrigins(origins: readonly string[]): void {
  for (const origin of origins) {
    if (!isLoopbackOrigin(origin)) throw new TypeError(`not a loopback origin: ${origin}`);
  }
}

export function isWithinDomain(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

/** Connect only to the returned URL. The error is a reason for the operator. */
export function validateFetchUrl(rawUrl: string, policy: UrlPolicy): Result<FetchTarget, string> {
  if (rawUrl.length > maxUrlLength || !URL.canParse(rawUrl)) return fail('not a URL');
  const url = new URL(rawUrl);
  if (url.username !== '' || url.password !== '') return fail('credentials in the URL');
  if (policy.loopbackOrigins.includes(url.origin)) return ok({ url, isLoopback: true });
  if (url.protocol !== 'https:') return fail('not https');
  if (url.port !== '') return fail('not port 443');
  if (url.hostname.startsWith('[') || isIP(url.hostname) !== 0) return fail('IP literal');
  if (url.hostname.endsWith('.')) return fail('trailing dot in the host name');
  // URL parsers accept commas, empty labels and more in host names; none of our hosts has them.
  if (!/^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/.test(url.hostname)) return fail('invalid host name');
  if (!policy.isAllowed(url)) return fail('not an allowed host');
  return ok({ url, isLoopback: false });
}
