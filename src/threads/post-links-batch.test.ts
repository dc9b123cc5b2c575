import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPostLink, findPostLinks, formatPostLink, maxBatchTextLength } from './post-links.ts';

const link = (code: string, user = 'alma.demo') => `https://www.threads.com/@${user}/post/${code}`;
const [code1, code2, code3] = ['DAbc-_12xY1', 'DAbc-_12xY2', 'DAbc-_12xY3'];
const findCodes = (text: string) =>
  findPostLinks(text).map((found) => (found.kind === 'share' ? `share ${found.token}` : found.code));

test.each([
  ['lines', `${link(code1)}\n${link(code2)}\r\n${link(code3)}`],
  ['blanks', `${link(code1)} ${link(code2)}\t${link(code3)}`],
  ['commas', `${link(code1)},${link(code2)}, ${link(code3)}`],
  ['a sentence', `First ${link(code1)}, then (${link(code2)}) and finally "${link(code3)}".`],
  ['nothing, because the field removed line breaks', `${link(code1)}${link(code2)}${link(code3)}`],
  ['slashes without spaces', `${link(code1)}/${link(code2)}/${link(code3)}/`],
  ['queries without spaces', `${link(code1)}?xmt=AQF0${link(code2)}?xmt=AQF0${link(code3)}`],
  ['markdown', `- [a](${link(code1)})\n- [b](${link(code2)})\n- <${link(code3)}>`],
  ['HTML', `<a href="${link(code1)}">a</a><a href="${link(code2)}">b</a><a href="${link(code3)}">c</a>`],
  [
    'other forms',
    `threads.net/t/${code1} barcelona://media?shortcode=${code2} www.threads.com/@x/post/${code3}`,
  ],
  ['foreign links', `https://example.com/a ${link(code1)} https://x.example ${link(code2)} x ${link(code3)}`],
  ['profiles', `${link(code1)} https://www.threads.com/@alma.demo ${link(code2)} ${link(code3)}`],
])('links separated by %s are all found in order', (_, text) => {
  expect(findCodes(text)).toEqual([code1, code2, code3]);
});

test('the same post is listed once, at its first position', () => {
  expect(
    findCodes(`${link(code2)} ${link(code1)} ${link(code2, 'other')}?a=b https://threads.net/t/${code1}`),
  ).toEqual([code2, code1]);
});

test('share links and post links can be mixed', () => {
  expect(findCodes(`threads.com/share/BAdemo12 ${link(code1)} threads.com/share/BAdemo12/`)).toEqual([
    'share BAdemo12',
    code1,
  ]);
});

test.each([
  '',
  'no link',
  `https://evil.example/?u=${link(code1)}`,
  `https://evil.example/${link(code1)}`,
  `https://www.threads.com.evil/@a/post/x/${link(code1)}`,
  `https://www.threads.com/login?next=${link(code1)}`,
])('%s contains no links', (text) => {
  expect(findPostLinks(text)).toEqual([]);
});

test('a URL in the query of a post link is part of that link', () => {
  expect(findCodes(`${link(code1)}?ref=${link(code2)}`)).toEqual([code1]);
});

test('a bare shortcode is accepted on its own', () => {
  expect(findCodes(code1)).toEqual([code1]);
});

test('formatted links parse to the same posts', () => {
  const fragments = fc.constantFrom(
    ...[
      link(code1),
      link(code2, 'b'),
      `threads.net/t/${code3}`,
      'threads.com/share/BAdemo12',
      'x',
      '\n',
      ' ',
    ],
  );
  fc.assert(
    fc.property(fc.array(fragments, { maxLength: 12 }), (pieces) => {
      const found = findPostLinks(pieces.join(' '));
      expect(found.map((postLink) => findPostLink(formatPostLink(postLink)))).toEqual(
        found.map((value) => ({ ok: true, value })),
      );
      expect(findPostLinks(found.map(formatPostLink).join(''))).toEqual(found);
    }),
  );
});

test('the first link is the one that findPostLink returns', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(link(code1), link(code2), 'https://', '/', 'a.example', ' ', '?u=')),
      (pieces) => {
        const text = pieces.join('');
        const first = findPostLink(text);
        expect(findPostLinks(text)[0]).toEqual(first.ok ? first.value : undefined);
      },
    ),
  );
});

test.each([
  ['links', `${link(code1)} `.repeat(4_000)],
  ['links without ends', link(code1).repeat(4_000)],
  ['schemes', 'https://'.repeat(32_000)],
  ['hosts', 'threads.com'.repeat(20_000)],
])('256 KB of %s are scanned quickly', (_, text) => {
  const startedAt = performance.now();
  findPostLinks(text.slice(0, maxBatchTextLength));
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
