import { expect, test } from 'vitest';
import { buildPost } from '../fixtures/build-post.ts';
import { hasWithheldText, parseText } from './post-text.ts';

const post = (caption: string | null, info: object = {}) =>
  buildPost('DAsked00001', { caption: caption === null ? null : { text: caption } }, { ...info });
const fragments = (...texts: unknown[]) => ({ fragments: texts.map((plaintext) => ({ plaintext })) });

test('the text is the caption, or else its fragments', () => {
  expect(parseText(post('one two'))).toBe('one two');
  const text_fragments = { fragments: [{ plaintext: 'one ' }, null, { plaintext: 7 }, { plaintext: 'two' }] };
  expect(parseText(post(null, { text_fragments }))).toBe('one two');
  expect(parseText(post(null))).toBe('');
});

test('the attached long text follows the caption after a blank line', () => {
  const attach = (text_fragments: unknown) => ({ snippet_attachment_info: { text_fragments } });
  const long = fragments('First part, ', 'second part.\n\nThe end.');
  const expected = 'First part, second part.\n\nThe end.';
  expect(parseText(post('A story', attach(long)))).toBe(`A story\n\n${expected}`);
  expect(parseText(post('A story', attach(long.fragments)))).toBe(`A story\n\n${expected}`);
  expect(parseText(post(null, attach(long)))).toBe(expected);
  expect(parseText(post('A story', attach(fragments('x'.repeat(30_000)))))).toHaveLength(20_000);
});

test('a post says that an attached text is withheld, but not if there is none', () => {
  const withheld = (snippet_attachment_info: unknown) =>
    hasWithheldText(post('A story', { snippet_attachment_info }));
  expect([{}, { text_fragments: null }, { text_fragments: fragments(' ') }].map(withheld)).toEqual([
    true,
    true,
    true,
  ]);
  expect([undefined, null, 'x', { text_fragments: fragments('words') }].map(withheld)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('a link that is shown without its end is written out, and its redirector removed', () => {
  const url = 'https://example.com/watch?v=1&list=$&';
  const wrapped = `https://l.threads.com/?u=${encodeURIComponent(url)}&e=x`;
  const link = { plaintext: 'example.com/watch?v…', link_fragment: { uri: wrapped } };
  const text_fragments = { fragments: [{ plaintext: 'See ' }, link, { plaintext: ' … or not…' }] };
  const expected = `See ${url} … or not…`;
  expect(parseText(post('See example.com/watch?v… … or not…', { text_fragments }))).toBe(expected);
  expect(parseText(post(null, { text_fragments }))).toBe(expected);
  expect(parseText(post(null, { snippet_attachment_info: { text_fragments } }))).toBe(expected);
});

test('a link keeps its words if they are whole or lead nowhere', () => {
  const read = (plaintext: string, uri: unknown) =>
    parseText(post(null, { text_fragments: { fragments: [{ plaintext, link_fragment: { uri } }] } }));
  expect(read('our page', 'https://example.com/a')).toBe('our page');
  for (const uri of ['javascript:alert(1)', 'x', null, { url: 1 }])
    expect(read('example.com/…', uri)).toBe('example.com/…');
});
