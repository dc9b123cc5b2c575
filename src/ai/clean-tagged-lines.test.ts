import { expect, test } from 'vitest';
import { plainText, sanitizeContent } from '#content/sanitize-content.ts';
import { cleanTaggedLines, plainTaggedText } from './clean-output.ts';

const source = 'See <1>the <2>garden</2></1> at https://own.example/a<3/>or own.example, x &lt; y.';
const clean = (output: string, from = source) =>
  cleanTaggedLines(output, from, (html) => plainText(sanitizeContent(html)));

test.each<[string, string, string[]]>([
  ['the text itself', source, [source]],
  ['lines', 'One.\r\n\n  Two.  \n', ['One.', 'Two.']],
  ['bullets', '- one\n* two\n3. three\n• four', ['one', 'two', 'three', 'four']],
  ['unknown tags', '<9>See</9> <1>the</1><8/>', ['See <1>the</1>']],
  ['an unknown empty tag between words', 'the<9/>garden', ['the garden']],
  ['an empty tag that is repeated', 'a<3/>b<3/>c', ['a<3/>b c']],
  ['a tag of the wrong kind', '<3>See</3> <1/>the', ['See the']],
  ['quotes around the text', '“See” the', ['“See” the']],
  ['no-break spaces', 'See\u00a0the garden\u202f!', ['See\u00a0the garden\u202f!']],
  ['a known URL in other words', 'Go to https://own.example/a now', ['Go to https://own.example/a now']],
])('keeps or normalizes %s', (_name, output, expected) => {
  expect(clean(output)).toEqual(expected);
});

test.each<[string, string, string[]]>([
  ['another URL', 'See <1>https://evil.example/x</1> now', ['See now']],
  ['a known URL that goes on', 'See <1>https://own.example/a.evil.example</1> now', ['See now']],
  ['a path of a known host', 'See <1>own.example/login</1>', ['See']],
  ['a URL in parts', 'See https://ev<1>il.exam</1>ple/x', ['See']],
  ['elements', 'See <1>the</1> <img src=x onerror=alert(1)>garden', ['See the garden']],
  ['escaped elements', 'See <1>the</1> &lt;b&gt;garden&lt;/b&gt;', ['See the garden']],
  ['Markdown links', '[See](https://evil.example) <1>the</1>', ['See the']],
  ['private-use characters', '\ue000See', ['See']],
  ['wide letters that spell a URL', 'See ｈｔｔｐｓ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ', []],
])('removes %s, and with it all tags of the line', (_name, output, expected) => {
  expect(clean(output)).toEqual(expected);
});

test.each(['evil<99/>.com/path', 'a<3/> see evil<3/>.com', 'https:<99/>//evil<99/>.example'])(
  'no empty tag of %s hides a URL',
  (output) => {
    for (const line of clean(output)) {
      expect(plainTaggedText(line)).not.toMatch(/evil\.|https:\/\//);
      expect(line.replace(/<\d+\/>/g, ' ')).not.toMatch(/evil\.|https:\/\//);
    }
  },
);

test('a line with bullets keeps them if the text has some', () => {
  expect(clean('- one', '- two')).toEqual(['- one']);
});
