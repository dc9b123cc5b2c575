import { isIP } from 'node:net';
import { fail, ok, type Result } from './result.ts';

export interface TargetRules {
  /** Judges the host (and path) of an https address; compare names on a dot boundary with `isWithinDomain`. */
  allows: (url: URL) => boolean;
  /** `http://127.0.0.1:4750`: exactly these may be reached inside. Empty outside tests and demonstrations. */
  loopbackOrigins: readonly string[];
}

export interface Target {
  url: URL;
  isLoopback: boolean;
}

const maxAddressLength = 8_192;

function isLoopbackOrigin(origin: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return url?.origin === origin && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname);
}

/** Throws where an origin is not one of this machine's own: that is a fault of the configuration. */
export function assertLoopbackOrigins(origins: readonly string[]): void {
  for (const origin of origins) {
    if (!isLoopbackOrigin(origin)) throw new TypeError(`not a loopback origin: ${origin}`);
  }
}

/** `hostname` as a URL gives it (lower case, punycode); true for the domain itself and what lies under it. */
export function isWithinDomain(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

/**
 * Judges an address before anything connects to it: https, port 443, no user name, a name of letters, digits,
 * hyphens and dots and not an IP literal, no trailing dot, and allowed; or an origin on the loopback list. The URL given back is the one to connect to.
 * @returns the reason as the error, for the operator
 */
export function judgeTarget(address: string, rules: TargetRules): Result<Target, string> {
  if (address.length > maxAddressLength || !URL.canParse(address)) return fail('not an address');
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return fail('user name in the address');
  if (rules.loopbackOrigins.includes(url.origin)) return ok({ url, isLoopback: true });
  if (url.protocol !== 'https:') return fail('not https');
  if (url.port !== '') return fail('not port 443');
  if (url.hostname.startsWith('[') || isIP(url.hostname) !== 0) return fail('an IP literal');
  if (url.hostname.endsWith('.')) return fail('a name with a trailing dot');
  // Parsers of addresses let commas, empty labels and more stand in a name; no host of ours has them.
  if (!/^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/.test(url.hostname)) return fail('no name of a host');
  if (!rules.allows(url)) return fail('not an allowed host');
  return ok({ url, isLoopback: false });
}
