import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Context } from 'hono';
import { createAddressRule } from '#platform/trusted-peers.ts';

/** The network a request comes from, as tries are counted by. Empty where it is not known. */
export type ClientNetwork = (request: Addressed) => string;

type Addressed = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } };

/** The request as the server got it: what a page or call was asked with says nothing of its socket. */
export function incomingOf(context: Context): IncomingMessage {
  return (context.env as { incoming: IncomingMessage }).incoming;
}

/**
 * @param trustedProxies addresses, or ranges as `10.0.0.0/8`, whose word in X-Forwarded-For counts; of what it lists,
 *   only the last address that is not a proxy of ours: all before it is what a visitor may have made up
 */
export function createClientNetwork(trustedProxies: readonly string[]): ClientNetwork {
  const isProxy = createAddressRule(trustedProxies);

  return ({ headers, socket }) => {
    const peer = plainAddress(socket.remoteAddress ?? '');
    const named = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',').map(plainAddress);
    const chain = [...named.filter((address) => address !== ''), peer];
    while (chain.length > 1 && isProxy(chain.at(-1) ?? '')) chain.pop();
    return networkOf(chain.at(-1) ?? '');
  };
}

/** One IPv4 address, or the first 64 bits of an IPv6 one: a household has all of those. Empty for what is no address. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
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

/** Without zone and port, which some proxies add, and an IPv4 address as such where it comes in its IPv6 form. */
function plainAddress(address: string): string {
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
