import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idToCreationMs, isSamePost, shortcodeToId } from './shortcode.ts';

test('a shortcode is the id in base 64, exact beyond 2^53', () => {
  expect(shortcodeToId('BAAAAAAAAAA')).toBe('1152921504606846976');
  expect(shortcodeToId('DAAAAAAAAAB')).toBe('3458764513820540929');
  expect(shortcodeToId('DAAAAAAAA-_')).toBe('3458764513820544959');
});

test('only the first eleven digits encode the id', () => {
  const long = `DAAAAAAAAAB${'x'.repeat(28)}`;
  expect(shortcodeToId(long)).toBe(shortcodeToId('DAAAAAAAAAB'));
  expect(isSamePost(long, 'DAAAAAAAAAB')).toBe(true);
});

test('codes that differ in one letter, or in its case, are different posts', () => {
  expect(isSamePost('DAAAAAAAAAB', 'DAAAAAAAAAC')).toBe(false);
  expect(isSamePost('DAAAAAAAAAB', 'DAAAAAAAAAb')).toBe(false);
  expect(isSamePost('DAAAAAAAAA', 'DAAAAAAAAAB')).toBe(false);
});

test('invalid codes and ids return null', () => {
  for (const code of ['', 'DAAA AAAAAB', 'DAAAA=', 'ДAAAAAAAAAB']) expect(shortcodeToId(code)).toBeNull();
  for (const id of ['', '-1', '1.5', 'later', '9'.repeat(21)]) expect(idToCreationMs(id)).toBeNaN();
});

test('the id encodes the creation time', () => {
  const id = shortcodeToId('DAAAAAAAAAA') ?? '';
  expect(new Date(idToCreationMs(id)).toISOString()).toBe('2024-09-17T01:34:42.137Z');
});

test('every id is decoded from its shortcode', () => {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const encode = (id: bigint): string =>
    id === 0n ? '' : encode(id / 64n) + digits.charAt(Number(id % 64n));
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n }), (id) => {
      expect(shortcodeToId(encode(id))).toBe(id.toString());
    }),
  );
});
