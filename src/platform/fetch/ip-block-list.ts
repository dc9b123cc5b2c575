import { BlockList, isIP } from 'node:net';

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
