import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forbiddenIPv4, forbiddenIPv6, globalUnicastIPv6, isForbiddenAddress } from './fetch-policy.ts';

// The oracle uses integers and shares no code with the list.
const v4 = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
const parse4 = (text: string) => text.split('.').reduce((value, part) => value * 256n + BigInt(part), 0n);
const v6 = (value: bigint) =>
  Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(':');

function parse6(text: string): bigint {
  const [head = '', tail = ''] = text.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups.reduce((value, group) => value * 65536n + BigInt(`0x${group}`), 0n);
}
const span = (first: bigint, prefix: number, bits: number): [bigint, bigint] => [
  first,
  first + (1n << BigInt(bits - prefix)) - 1n,
];
const spans4 = forbiddenIPv4.map(([network, prefix]) => span(parse4(network), prefix, 32));
const spans6 = forbiddenIPv6.map(([network, prefix]) => span(parse6(network), prefix, 128));
const global6 = span(parse6(globalUnicastIPv6[0]), globalUnicastIPv6[1], 128);
const inside = (value: bigint, spans: [bigint, bigint][]) =>
  spans.some(([first, last]) => value >= first && value <= last);

const forbidden6 = (value: bigint) => !inside(value, [global6]) || inside(value, spans6);

test('the bounds of every IPv4 range are forbidden, and adjacent addresses follow their own range', () => {
  for (const [first, last] of spans4) {
    expect(isForbiddenAddress(v4(first)), v4(first)).toBe(true);
    expect(isForbiddenAddress(v4(last)), v4(last)).toBe(true);
    for (const neighbor of [first - 1n, last + 1n]) {
      if (neighbor < 0n || neighbor >= 1n << 32n) continue;
      expect(isForbiddenAddress(v4(neighbor)), v4(neighbor)).toBe(inside(neighbor, spans4));
    }
  }
});

test('the bounds of every IPv6 range are forbidden, and adjacent addresses follow their own range', () => {
  for (const [first, last] of spans6) {
    for (const value of [first, last, first - 1n, last + 1n]) {
      expect(isForbiddenAddress(v6(value)), v6(value)).toBe(forbidden6(value));
    }
  }
  expect(isForbiddenAddress(v6(global6[0] - 1n))).toBe(true);
  expect(isForbiddenAddress(v6(global6[1] + 1n))).toBe(true);
});

test('any address is classified according to the ranges', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 32n) - 1n }), (value) => {
      expect(isForbiddenAddress(v4(value))).toBe(inside(value, spans4));
    }),
  );
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }), (value) => {
      expect(isForbiddenAddress(v6(value))).toBe(forbidden6(value));
    }),
  );
});

test('no IPv6 form of an IPv4 address is allowed', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 32n) - 1n }), (value) => {
      const [high, low] = [(value >> 16n).toString(16), (value & 0xffffn).toString(16)];
      for (const spelling of [
        `::ffff:${v4(value)}`,
        `::ffff:${high}:${low}`,
        `::ffff:0:${high}:${low}`,
        `::${v4(value)}`,
        `64:ff9b::${v4(value)}`,
        `64:ff9b:1::${high}:${low}`,
        `2002:${high}:${low}::1`,
        `2001:0:${high}:${low}::1`,
      ]) {
        expect(isForbiddenAddress(spelling), spelling).toBe(true);
      }
    }),
  );
});

test.each([
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '::',
  '::1',
  '100::1',
  '5f00::1',
  '2606:4700::1%eth0',
])('%s is forbidden', (address) => {
  expect(isForbiddenAddress(address)).toBe(true);
});

test.each([
  '',
  'localhost',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '[::1]',
  '1.2.3.4.',
  ' 8.8.8.8',
])('%j is not a plain IP address and therefore forbidden', (text) => {
  expect(isForbiddenAddress(text)).toBe(true);
});

test.each([
  '8.8.8.8',
  '157.240.1.63',
  '1.1.1.1',
  '172.32.0.1',
  '2606:4700::1111',
  '2a03:2880:f003::1',
  '2001:4860:4860::8888',
])('%s is public', (address) => {
  expect(isForbiddenAddress(address)).toBe(false);
});
