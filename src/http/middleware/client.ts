import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Accounts } from '#accounts/accounts.ts';
import { apiKeyPrefix } from '#accounts/contract.ts';
import { createIpMatcher } from '#platform/trusted-proxies.ts';
import type { AppContext } from '../context.ts';
import { requestLimits } from '../request-limits.ts';

type RequestWithSocket = Pick<IncomingMessage, 'headers'> & {
  socket: { remoteAddress?: string | undefined };
};

/** Only the last address that isn't a trusted proxy counts: clients can forge everything before it. */
export function createGetClientNetwork(trustedProxies: readonly string[]) {
  const isProxy = createIpMatcher(trustedProxies);

  return ({ headers, socket }: RequestWithSocket): string => {
    const peer = normalizeIp(socket.remoteAddress ?? '');
    const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',').map(normalizeIp);
    const hops = [...forwarded.filter((address) => address !== ''), peer];
    while (hops.length > 1 && isProxy(hops.at(-1) ?? '')) hops.pop();
    return ipNetwork(hops.at(-1) ?? '');
  };
}

/** An IPv4 address, or the /64 network of an IPv6 one. Empty if `address` is not an IP address. */
export function ipNetwork(address: string): string {
  const plain = normalizeIp(address);
  if (isIP(plain) !== 6) return isIP(plain) === 4 ? plain : '';
  const [head = '', tail] = plain.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const first = groups(head);
  const last = groups(tail ?? '');
  const middle = tail === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...middle, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Removes the zone and the port, which some proxies add, and unmaps IPv4-mapped IPv6 addresses. */
function normalizeIp(address: string): string {
  const trimmed = address.trim().toLowerCase();
  const bare =
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(trimmed)?.[1] ??
    /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ??
    trimmed;
  const plain = bare.split('%')[0] ?? '';
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(plain);
  if (mapped) {
    const [high = 0, low = 0] = mapped.slice(1).map((group) => Number.parseInt(group, 16));
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain;
}

export interface Client {
  /** Rate limits count by it. */
  key: string;
  network: string;
  /** Multiplies the limits. */
  factor: number;
  /** Requests with an unknown or revoked API key count toward the limits of their network. */
  apiKey: 'none' | 'valid' | 'unknown';
}

export type IdentifyClient = (request: IncomingMessage) => Promise<Client>;

/** Ignores bearer tokens without the API key prefix, and keys that can't be checked at the moment. */
export function createIdentifyClient(
  trustedProxies: readonly string[],
  { verifyApiKey }: Pick<Accounts, 'verifyApiKey'>,
): IdentifyClient {
  const getClientNetwork = createGetClientNetwork(trustedProxies);
  return async (request) => {
    const network = getClientNetwork(request);
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const apiKey = token?.startsWith(apiKeyPrefix) ? await verifyApiKey(token) : undefined;
    if (!apiKey) return { key: network, network, factor: 1, apiKey: apiKey === null ? 'unknown' : 'none' };
    const factor = apiKey.perMinute / requestLimits.extractions.limit;
    return { key: `key ${apiKey.id}`, network, factor, apiKey: 'valid' };
  };
}

export function bearerToken({ req }: AppContext): string | undefined {
  return parseBearerToken(req.header('authorization'));
}

export function parseBearerToken(header: string | undefined): string | undefined {
  return header?.replace(/^Bearer /i, '');
}
