import { expect, test } from 'vitest';
import { normalizeKeywords, normalizeLine, normalizeLineOrNull, normalizeText } from './normalize-text.ts';

test('line breaks and form feeds become a newline', () => {
  expect(normalizeText('a\r\nb\rc\fd\ne\tf')).toBe('a\nb\nc\nd\ne\tf');
});

test.each([
  0, 0x01, 0x08, 0x0b, 0x0e, 0x1f, 0x7f, 0x80, 0x9f, 0xfdd0, 0xfdef, 0xfffe, 0xffff, 0x1fffe, 0x1ffff,
  0x2fffe, 0x2ffff, 0x3fffe, 0x3ffff,
])('the code point %d is removed', (point) => {
  expect(normalizeText(`a${String.fromCodePoint(point)}b`)).toBe('ab');
});

test.each([0x09, 0x20, 0x7e, 0xa0, 0xfdcf, 0xfdf0, 0xfffd, 0x1fffd, 0x20000, 0x2fffd, 0x3fffd, 0x1f600])(
  'the code point %d stays',
  (point) => {
    const text = `a${String.fromCodePoint(point)}b`;
    expect(normalizeText(text)).toBe(text);
  },
);

test('a lone surrogate is replaced', () => {
  expect(normalizeText('a\ud800b')).toBe('a\ufffdb');
});

test('a line is composed and trimmed, and its whitespace is collapsed', () => {
  expect(normalizeLine('  e\u0301 \n\t b\u00a0c\0 ')).toBe('é b c');
});

test('an empty optional line becomes null', () => {
  expect([null, '', ' \n ', ' a '].map(normalizeLineOrNull)).toEqual([null, null, null, 'a']);
});

test('keywords are unique and not empty', () => {
  expect(normalizeKeywords([' a', 'b', '', 'a ', ' \n'])).toEqual(['a', 'b']);
});
