import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Context } from 'hono';

/** The network a request comes from, as tries are counted by. */
export function clientNetwork(context: Context): string {
  const { incoming } = context.env as { incoming?: IncomingMessage };
  return networkOf(incoming?.socket.remoteAddress ?? '');
}

/** One IPv4 address, or the first 64 bits of an IPv6 one: a household has all of those. Empty for what is no address. */
export function networkOf(address: string): string {
  const plain = (address.split('%')[0] ?? '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
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
