import { expect, test } from 'vitest';
import {
  escapeAttribute,
  escapeText,
  soundLine,
  soundLineOrNull,
  soundText,
  soundWords,
} from './sound-text.ts';

test('line ends are one kind, and so is a form feed', () => {
  expect(soundText('a\r\nb\rc\fd\ne\tf')).toBe('a\nb\nc\nd\ne\tf');
});

test.each([
  0, 0x01, 0x08, 0x0b, 0x0e, 0x1f, 0x7f, 0x80, 0x9f, 0xfdd0, 0xfdef, 0xfffe, 0xffff, 0x1fffe, 0x1ffff,
  0x2fffe, 0x2ffff, 0x3fffe, 0x3ffff,
])('the code point %d is removed', (point) => {
  expect(soundText(`a${String.fromCodePoint(point)}b`)).toBe('ab');
});

test.each([0x09, 0x20, 0x7e, 0xa0, 0xfdcf, 0xfdf0, 0xfffd, 0x1fffd, 0x20000, 0x2fffd, 0x3fffd, 0x1f600])(
  'the code point %d stays',
  (point) => {
    const text = `a${String.fromCodePoint(point)}b`;
    expect(soundText(text)).toBe(text);
  },
);

test('half a surrogate pair is replaced', () => {
  expect(soundText('a\ud800b')).toBe('a\ufffdb');
});

test('a line is composed, trimmed, and its spaces are one', () => {
  expect(soundLine('  e\u0301 \n\t b\u00a0c\0 ')).toBe('é b c');
});

test('an empty line is null where it may be left out', () => {
  expect([null, '', ' \n ', ' a '].map(soundLineOrNull)).toEqual([null, null, null, 'a']);
});

test('of words each stays once, and none is empty', () => {
  expect(soundWords([' a', 'b', '', 'a ', ' \n'])).toEqual(['a', 'b']);
});

test('every sign of markup is escaped, quotes in attributes alone', () => {
  expect(escapeText('<a & b> "c" <')).toBe('&lt;a &amp; b&gt; "c" &lt;');
  expect(escapeAttribute('"<a & b>"')).toBe('&quot;&lt;a &amp; b&gt;&quot;');
});
