import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stressRuns } from '#test/support/stress.ts';
import { maxFilenameBytes } from './contract.ts';
import { hostileText } from './fixtures/hostile-text.ts';
import { sanitizeFilename, trimDotsAndSpaces, truncateToBytes, utf8ByteLength } from './sanitize.ts';

test.each([
  ['../../etc/passwd', '_..-etc-passwd'],
  ['..\\..\\windows', '_..-windows'],
  ['-rf', '_rf'],
  ['.htaccess', 'htaccess'],
  ['name.', 'name'],
  ['a\r\nSet-Cookie: x=1', 'a Set-Cookie- x=1'],
  ['a%0d%0ab', 'a-0d-0ab'],
  ['a"b', 'a-b'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['a\u0000b\u007fc', 'abc'],
  ['CON', '_CON'],
  ['con.txt', '_con.txt'],
  ['COM1', '_COM1'],
  ['LPT9', '_LPT9'],
  ['lpta', 'lpta'],
  ['t\u200de', 'te'],
  ['lpt¹.mp4', '_lpt¹.mp4'],
  ['console', 'console'],
  ['a\ud800b', 'ab'],
  ['ａ／ｂ', 'ａ-ｂ'],
  ['\u2028\u2029', 'file'],
  ['', 'file'],
  ['...', 'file'],
  ['..\u200d', 'file'],
  ['\u3164', 'file'],
  ['\u0301', 'file'],
  ['\ufe0f', 'file'],
  ['วิดีโอ 1', 'วิดีโอ 1'],
  ['動画 👨‍👩‍👧', '動画 👨‍👩‍👧'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
  [
    '❤\ufe0f 1\ufe0f\u20e3 🏳\ufe0f\u200d🌈 👩🏽\u200d🚀',
    '❤\ufe0f 1\ufe0f\u20e3 🏳\ufe0f\u200d🌈 👩🏽\u200d🚀',
  ],
  ['pho\u200dto\ufe0f\u200c', 'photo'],
  ['a\u034fb\u3164c\u115fd\uffa0e\u2800f\u00adg', 'abcdefg'],
  ['👩\u200d\u200d👧', '👩👧'],
])('%j is saved as %j', (text, name) => {
  expect(sanitizeFilename(text, 4)).toBe(name);
});

test('a long name is cut between graphemes and leaves space for the extension', () => {
  const family = '👨‍👩‍👧‍👦';
  const name = sanitizeFilename(family.repeat(50), 4);
  expect(Buffer.byteLength(`${name}.mp4`)).toBeLessThanOrEqual(maxFilenameBytes);
  expect(name).toBe(family.repeat(name.length / family.length));
  expect(sanitizeFilename('e\u0301'.repeat(200), 4).endsWith('é')).toBe(true);
  expect(sanitizeFilename(`a${'\u0301'.repeat(900)}`, 4)).toBe('file');
});

test('a joiner that loses its neighbor by the cut is removed', () => {
  expect(sanitizeFilename(`${'a'.repeat(140)}\u06cc\u200c\u062e`, 4)).toBe(`${'a'.repeat(140)}\u06cc`);
});

test('only the start of a long text is read', () => {
  expect(sanitizeFilename(`${'\u200b'.repeat(999)}a`, 4)).toBe('a');
  expect(sanitizeFilename(`${'\u200b'.repeat(1_000)}a`, 4)).toBe('file');
});

test('for any text, the name is one plain file', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const name = sanitizeFilename(text, 4);
      expect(Buffer.byteLength(name) + 4).toBeLessThanOrEqual(maxFilenameBytes);
      expect(name).not.toMatch(/[<>:"/\\|?*%\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      expect(name).not.toMatch(/^[-. ]|[. \u200c\u200d]$|^$/);
      expect(name).toMatch(/[\p{L}\p{N}\p{P}\p{S}]/u);
      expect(name).not.toMatch(/(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|\u2800/u);
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)($|\.)/i);
      expect(sanitizeFilename(name, 4)).toBe(name);
    }),
    { numRuns: stressRuns(300, 20_000) },
  );
});

test('a text is cut to exactly the maximum number of bytes', () => {
  expect(truncateToBytes('abc', 3)).toBe('abc');
  expect(truncateToBytes('abc', 2)).toBe('ab');
  expect(truncateToBytes('กขค', 8)).toBe('กข');
  expect(truncateToBytes('กขค', 6)).toBe('กข');
  expect(truncateToBytes('a', 0)).toBe('');
});

test('the first grapheme that does not fit ends the text, even if a later one would fit', () => {
  const family = '👨‍👩‍👧';
  expect(truncateToBytes(`${family}a`, utf8ByteLength(family))).toBe(family);
  expect(truncateToBytes(`${family}a`, utf8ByteLength(family) - 1)).toBe('');
});

test('dots and spaces are trimmed from both ends only', () => {
  expect(trimDotsAndSpaces(' . a. b .. ')).toBe('a. b');
  expect(trimDotsAndSpaces('a')).toBe('a');
  expect(trimDotsAndSpaces(' ..')).toBe('');
});
