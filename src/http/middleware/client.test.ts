import { expect, test } from 'vitest';
import { createGetClientNetwork, ipNetwork } from './client.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['1.2.3.4:5678', '1.2.3.4'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['no address', ''],
])('%s is counted as the network %s', (address, network) => {
  expect(ipNetwork(address)).toBe(network);
});

test.each([
  ['no proxy is trusted', [], '192.0.2.1', '198.51.100.1', '192.0.2.1'],
  ['the peer is no proxy', ['10.0.0.0/8'], '192.0.2.1', '198.51.100.1', '192.0.2.1'],
  ['one proxy', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['made up before it', ['10.0.0.0/8'], '10.1.2.3', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
  ['two proxies', ['10.0.0.0/8', '::1'], '::1', '203.0.113.9, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['a proxy that says nothing', ['10.0.0.0/8'], '10.1.2.3', '', '10.1.2.3'],
  ['the mapped form of a proxy', ['10.0.0.1'], '::ffff:10.0.0.1', '2001:db8::7', '2001:db8:0:0'],
  ['an address with its port', ['10.0.0.1'], '10.0.0.1', '198.51.100.1:40312', '198.51.100.1'],
  ['what is no address', ['10.0.0.1'], '10.0.0.1', 'unknown', ''],
])('finds the network of the client: %s', (_name, proxies, peer, forwarded, network) => {
  const request = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: peer } };
  expect(createGetClientNetwork(proxies)(request)).toBe(network);
});
