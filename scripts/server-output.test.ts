import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { escapeNonAscii } from './server-output.ts';

test.each([
  ["'é 👍'", 'é 👍'],
  ['`a–\\n`', 'a–\n'],
  ['/^[à-ü]$/.test("é")', true],
  ['/^👍$/u.test("👍")', true],
  ['/\\p{L}–/u.test("ก–")', true],
])('escaped code means the same: %s', (code, value) => {
  const escaped = escapeNonAscii(code);
  expect(escaped).toMatch(/^\p{ASCII}+$/u);
  expect(runInNewContext(escaped)).toBe(value);
});

test.each(['/\\é/', 'String.raw`é`'])('code whose meaning would change is rejected: %s', (code) => {
  expect(() => escapeNonAscii(code)).toThrow('Write this in ASCII');
});
