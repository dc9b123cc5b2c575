import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
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
  const url = URL.parse(origin);
  return url?.origin === origin && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname);
}

/** A setting names a server on this machine as `127.0.0.1:4750`, or with `https://` before it. */
export function toLoopbackOrigin(entry: string): string {
  return entry.startsWith('https://') ? entry : `http://${entry}`;
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

export type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface SafeLookupOptions {
  resolve?: ResolveAll;
  isForbidden?: (address: string) => boolean;
  timeoutMs?: number;
}

export function createCodedError(message: string, code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}

/** Prevents DNS rebinding. Node skips lookups for IP literals: check them with `validateFetchUrl`. */
export function createSafeLookup(options: SafeLookupOptions = {}): LookupFunction {
  const { resolve = systemLookup, isForbidden = isForbiddenAddress, timeoutMs = 5_000 } = options;
  return (hostname, lookupOptions, callback) => {
    let settled = false;
    const settle = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      const first = addresses[0];
      if (error || !first)
        callback(error ?? createCodedError('the host name has no address', 'ENOTFOUND'), []);
      else if (lookupOptions.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    const timer = setTimeout(
      () => settle(createCodedError('DNS lookup timed out', 'ERR_LOOKUP_TIMEOUT'), []),
      timeoutMs,
    );
    // Contrary to its types, Node passes no addresses if the name doesn't resolve.
    resolve(hostname, { ...lookupOptions, all: true }, (error, addresses = []) => {
      if (!error && addresses.some(({ address }) => isForbidden(address))) {
        settle(
          createCodedError('the host name resolves to a forbidden address', 'ERR_FORBIDDEN_ADDRESS'),
          [],
        );
      } else {
        settle(error, addresses);
      }
    });
  };
}

/** Special-purpose ranges of the IANA registries and cloud providers' platform addresses. */
export const forbiddenIPv4 = [
  ['0.0.0.0', 8, 'this network, unspecified'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'carrier-grade NAT'],
  ['127.0.0.0', 8, 'loopback'],
  ['168.63.129.16', 32, 'platform address of Azure'],
  ['169.254.0.0', 16, 'link-local, cloud metadata'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.31.196.0', 24, 'AS112'],
  ['192.52.193.0', 24, 'multicast tunnelling'],
  ['192.88.99.0', 24, '6to4 relays'],
  ['192.168.0.0', 16, 'private'],
  ['192.175.48.0', 24, 'AS112'],
  ['198.18.0.0', 15, 'benchmarks'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved, broadcast'],
] as const;

/** Everything outside this range is forbidden: loopback, mapped, NAT64, unique local, multicast. */
export const globalUnicastIPv6 = ['2000::', 3] as const;

export const forbiddenIPv6 = [
  ['2001::', 23, 'protocol assignments: Teredo, benchmarks, ORCHID'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4'],
  ['2620:4f:8000::', 48, 'AS112'],
  ['3ffe::', 16, '6bone, returned'],
  ['3fff::', 20, 'documentation'],
] as const;

// One list per family: a BlockList also compares IPv4 addresses with IPv6 rules, in mapped form.
const special4 = new BlockList();
for (const [network, prefix] of forbiddenIPv4) special4.addSubnet(network, prefix, 'ipv4');
const special6 = new BlockList();
for (const [network, prefix] of forbiddenIPv6) special6.addSubnet(network, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet(...globalUnicastIPv6, 'ipv6');

/** Also true for anything that isn't a plain IP address, including brackets and zones (`fe80::1%eth0`). */
export function isForbiddenAddress(address: string): boolean {
  if (address.includes('%')) return true;
  const family = isIP(address);
  if (family === 4) return special4.check(address, 'ipv4');
  if (family === 6) return !global6.check(address, 'ipv6') || special6.check(address, 'ipv6');
  return true;
}
