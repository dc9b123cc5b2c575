import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** @param ranges addresses, or ranges as `10.0.0.0/8`; false for what is no address */
export function createAddressRule(ranges: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const family = isIP(address);
    // A socket of both families gives IPv4 addresses in their IPv6 form; the list knows that form.
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

export function createPeerRule(
  ranges: readonly string[],
): (request: Pick<IncomingMessage, 'socket'>) => boolean {
  const isTrusted = createAddressRule(ranges);
  return ({ socket }) => isTrusted(socket.remoteAddress ?? '');
}
