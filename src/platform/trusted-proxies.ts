import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** `ranges`: IP addresses or CIDR ranges. */
export function createIpMatcher(ranges: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const family = isIP(address);
    // Dual-stack sockets report IPv4 addresses in mapped form, which BlockList supports.
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

export function createTrustedProxyMatcher(
  ranges: readonly string[],
): (request: Pick<IncomingMessage, 'socket'>) => boolean {
  const isTrusted = createIpMatcher(ranges);
  return ({ socket }) => isTrusted(socket.remoteAddress ?? '');
}
