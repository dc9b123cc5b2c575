import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idToCreationMs, idToShortcode, namesSamePost, shortcodeToId } from './shortcode.ts';

test('a shortcode is its id in base64 digits, exact beyond 2^53', () => {
  expect(shortcodeToId('BAAAAAAAAAA')).toBe('1152921504606846976');
  expect(shortcodeToId('DAAAAAAAAAB')).toBe('3458764513820540929');
  expect(shortcodeToId('DAAAAAAAA-_')).toBe('3458764513820544959');
});

test('only the first eleven digits carry the id', () => {
  const long = `DAAAAAAAAAB${'x'.repeat(28)}`;
  expect(shortcodeToId(long)).toBe(shortcodeToId('DAAAAAAAAAB'));
  expect(namesSamePost(long, 'DAAAAAAAAAB')).toBe(true);
});

test('codes that differ in one letter, or in its case, name different posts', () => {
  expect(namesSamePost('DAAAAAAAAAB', 'DAAAAAAAAAC')).toBe(false);
  expect(namesSamePost('DAAAAAAAAAB', 'DAAAAAAAAAb')).toBe(false);
  expect(namesSamePost('DAAAAAAAAA', 'DAAAAAAAAAB')).toBe(false);
});

test('what is no code and no id is null', () => {
  for (const code of ['', 'DAAA AAAAAB', 'DAAAA=', 'ДAAAAAAAAAB']) expect(shortcodeToId(code)).toBeNull();
  for (const id of ['', '-1', '1.5', 'x', '9'.repeat(21)]) expect(idToShortcode(id)).toBeNull();
  expect(idToCreationMs('later')).toBeNull();
});

test('the id tells when the post was made', () => {
  const id = shortcodeToId('DAAAAAAAAAA') ?? '';
  expect(new Date(idToCreationMs(id) ?? 0).toISOString()).toBe('2024-09-17T01:34:42.137Z');
});

test('ids survive the way to a shortcode and back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n }), (id) => {
      expect(shortcodeToId(idToShortcode(id.toString()) ?? '')).toBe(id.toString());
    }),
  );
});
