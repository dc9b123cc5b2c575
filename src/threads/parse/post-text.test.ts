import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPost } from '../fixtures/build-post.ts';
import { hasWithheldText, parseText as parsePostText } from './post-text.ts';

const parseText = (node: Parameters<typeof parsePostText>[0]) => parsePostText(node).text;

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

const hidden = (plaintext: string) => ({ plaintext, styling_info: { is_spoiler: true, is_bold: false } });

/** The text with what is hidden in brackets. */
function readHidden(caption: string | null, list: unknown[], info: object = {}): string {
  const { text, formatting = [] } = parsePostText(
    post(caption, { text_fragments: { fragments: list }, ...info }),
  );
  return formatting.reduceRight(
    (marked, { start, end, styles }) =>
      `${marked.slice(0, start)}${styles}[${marked.slice(start, end)}]${marked.slice(end)}`,
    text,
  );
}

test('hidden words are a part of the text, and it says where they are', () => {
  const list = [{ plaintext: 'In the end, ' }, hidden('the ship '), hidden('sinks'), { plaintext: '. 🚢' }];
  const expected = 'In the end, spoiler[the ship sinks]. 🚢';
  expect(readHidden(null, list)).toBe(expected);
  expect(readHidden('In the end, the ship sinks. 🚢', list)).toBe(expected);
  expect(
    readHidden('A story', [{ plaintext: 'A story' }], { snippet_attachment_info: { text_fragments: list } }),
  ).toBe(`A story\n\n${expected}`);
  expect(readHidden('a a', [{ plaintext: 'a ' }, hidden('a')])).toBe('a spoiler[a]');
  expect(readHidden(null, [{ ...hidden('a'), styling_info: { is_spoiler: 'yes' } }])).toBe('a');
});

test('if the caption has other words than its parts, all of it is hidden', () => {
  expect(readHidden('The end: it sinks.', [{ plaintext: 'End: ' }, hidden('it sinks')])).toBe(
    'spoiler[The end: it sinks.]',
  );
  expect(readHidden('Other words', [hidden('it sinks')])).toBe('spoiler[Other words]');
  expect(readHidden('Other words', [{ plaintext: 'it sinks' }])).toBe('Other words');
});

test('whatever the parts are, exactly the hidden ones are hidden', () => {
  const piece = fc.record({ plaintext: fc.string({ maxLength: 5, unit: 'binary' }), isHidden: fc.boolean() });
  fc.assert(
    fc.property(fc.array(piece), fc.boolean(), (pieces, hasCaption) => {
      const list = pieces.map(({ plaintext, isHidden }) => (isHidden ? hidden(plaintext) : { plaintext }));
      const joined = pieces.map(({ plaintext }) => plaintext).join('');
      const read = parsePostText(post(hasCaption ? joined : null, { text_fragments: { fragments: list } }));
      if (joined.trim() === '') {
        expect(read).toEqual({ text: '' });
        return;
      }
      const mask = pieces.flatMap(({ plaintext, isHidden }) => Array(plaintext.length).fill(isHidden));
      const { text, formatting = [] } = read;
      expect(text).toBe(joined);
      expect(
        mask.map((_, index) => formatting.some(({ start, end }) => index >= start && index < end)),
      ).toEqual(mask);
    }),
  );
});

const readFormatting = (...fragments: object[]) => {
  const { text, formatting = [] } = parsePostText(post(null, { text_fragments: { fragments } }));
  return formatting.map(({ start, end, ...format }) => ({ words: text.slice(start, end), ...format }));
};

test('bold, italic and underlined words are formatted', () => {
  const styled = (plaintext: string, styling_info: object) => ({ plaintext, styling_info });
  expect(
    readFormatting(
      styled('a', { is_bold: true, is_italic: false, is_spoiler: false }),
      styled(' b ', {}),
      styled('c', { is_underline: true, is_italic: true, is_bold: true }),
      styled('d', { is_large: true }),
    ),
  ).toEqual([
    { words: 'a', styles: ['bold'] },
    { words: 'c', styles: ['bold', 'italic', 'underline'] },
  ]);
});

test('a link has its target without redirectors, and a mention its profile', () => {
  const uri = `https://l.threads.com/?u=${encodeURIComponent('https://example.com/a?b=c')}&e=x`;
  const mention = (username: unknown) => ({
    plaintext: '@bruno_demo',
    mention_fragment: { mentioned_user: { username } },
  });
  expect(
    readFormatting(
      { plaintext: 'our page', link_fragment: { uri }, styling_info: { is_bold: true } },
      { plaintext: ' and ' },
      { plaintext: 'example.org', linkified_web_url: 'http://example.org' },
      mention('bruno_demo'),
    ),
  ).toEqual([
    { words: 'our page', styles: ['bold'], link: 'https://example.com/a?b=c' },
    { words: 'example.org', styles: [], link: 'http://example.org/' },
    { words: '@bruno_demo', styles: [], link: 'https://www.threads.com/@bruno_demo' },
  ]);
  for (const username of ['../evil', 'a/b', '', '_', null, 7])
    expect(readFormatting(mention(username))).toEqual([]);
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'x'])
    expect(readFormatting({ plaintext: 'x', link_fragment: { uri: url } })).toEqual([]);
});

test('a sticker is marked, whatever sign stands for it', () => {
  const inline_sticker_fragment = { sticker_id: '1', sticker_url: 'https://example.com/1.webp' };
  expect(readFormatting({ plaintext: 'Hi ' }, { plaintext: '□', inline_sticker_fragment })).toEqual([
    { words: '□', styles: ['sticker'] },
  ]);
});
