import { expect, test } from 'vitest';
import { listMissingTags, toBlockText, toTypedText } from './typed-text.ts';

test.each([
  ['plain text', 'Light & water', 'Light & water'],
  ['numbered tags', 'Needs <1>light</1><2/>', 'Needs <1>light</1><2/>'],
  ['angle brackets', 'a &lt; b &gt; c', 'a < b > c'],
  ['markup that is text', '&lt;b&gt;', '<b>'],
  ['text that looks like a numbered tag', '&lt;1&gt;', '&lt;1>'],
  ['text that looks like a reference', '&amp;lt;', '&amp;lt;'],
])('%s is typed as people read it, and comes back the same', (_, blockText, typed) => {
  expect(toTypedText(blockText)).toBe(typed);
  expect(toBlockText(typed)).toBe(blockText);
});

test('line breaks and spaces at the ends are no part of a block', () => {
  expect(toBlockText(' One\n two ')).toBe('One two');
});

test('the missing tags are those of the source that the text lacks', () => {
  expect(listMissingTags('<1>a</1> <2/> <3>b</3>', 'x <3>y</3>')).toEqual([
    { number: 1, isEmpty: false },
    { number: 2, isEmpty: true },
  ]);
});
