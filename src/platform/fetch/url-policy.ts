import { isIP } from 'node:net';
import { fail, ok, type Result } from '../result.ts';

export interface UrlPolicy {
  /** Checks the host (and path) of an https URL; compare domains with `isWithinDomain`. */
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

/** `hostname` as normalized by `URL` (lower case, punycode). True for the domain and its subdomains. */
export function isWithinDomain(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

/**
 * Requires https, port 443, no credentials, a plain host name and an allowed URL, or a listed loopback
 * origin. Connect only to the returned URL. The error is a reason for the operator.
 */
export function validateFetchUrl(rawUrl: string, policy: UrlPolicy): Result<FetchTarget, string> {
  if (rawUrl.length > maxUrlLength || !URL.canParse(rawUrl)) return fail('not an address');
  const url = new URL(rawUrl);
  if (url.username !== '' || url.password !== '') return fail('user name in the address');
  if (policy.loopbackOrigins.includes(url.origin)) return ok({ url, isLoopback: true });
  if (url.protocol !== 'https:') return fail('not https');
  if (url.port !== '') return fail('not port 443');
  if (url.hostname.startsWith('[') || isIP(url.hostname) !== 0) return fail('an IP literal');
  if (url.hostname.endsWith('.')) return fail('a name with a trailing dot');
  // URL parsers accept commas, empty labels and more in host names; none of our hosts has them.
  if (!/^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/.test(url.hostname)) return fail('no name of a host');
  if (!policy.isAllowed(url)) return fail('not an allowed host');
  return ok({ url, isLoopback: false });
}
