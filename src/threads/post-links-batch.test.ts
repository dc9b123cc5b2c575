import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPostLink, findPostLinks, formatPostLink, maxBatchTextLength } from './post-links.ts';

const link = (code: string, user = 'alma.demo') => `https://www.threads.com/@${user}/post/${code}`;
const [one, two, three] = ['DAbc-_12xY1', 'DAbc-_12xY2', 'DAbc-_12xY3'];
const findCodes = (text: string) =>
  findPostLinks(text).map((found) => (found.kind === 'share' ? `share ${found.token}` : found.code));

test.each([
  ['lines', `${link(one)}\n${link(two)}\r\n${link(three)}`],
  ['blanks', `${link(one)} ${link(two)}\t${link(three)}`],
  ['commas', `${link(one)},${link(two)}, ${link(three)}`],
  ['a sentence', `First ${link(one)}, then (${link(two)}) and at last "${link(three)}".`],
  ['nothing, as when a field takes line ends away', `${link(one)}${link(two)}${link(three)}`],
  ['slashes and nothing', `${link(one)}/${link(two)}/${link(three)}/`],
  ['queries and nothing', `${link(one)}?xmt=AQF0${link(two)}?xmt=AQF0${link(three)}`],
  ['markdown', `- [a](${link(one)})\n- [b](${link(two)})\n- <${link(three)}>`],
  ['HTML', `<a href="${link(one)}">a</a><a href="${link(two)}">b</a><a href="${link(three)}">c</a>`],
  ['other forms', `threads.net/t/${one} barcelona://media?shortcode=${two} www.threads.com/@x/post/${three}`],
  ['foreign links', `https://example.com/a ${link(one)} https://x.example ${link(two)} x ${link(three)}`],
  ['profiles', `${link(one)} https://www.threads.com/@alma.demo ${link(two)} ${link(three)}`],
])('links separated by %s are all found in order', (_, text) => {
  expect(findCodes(text)).toEqual([one, two, three]);
});

test('the same post is listed once, at its first position', () => {
  expect(
    findCodes(`${link(two)} ${link(one)} ${link(two, 'other')}?a=b https://threads.net/t/${one}`),
  ).toEqual([two, one]);
});

test('share links and post links can be mixed', () => {
  expect(findCodes(`threads.com/share/BAdemo12 ${link(one)} threads.com/share/BAdemo12/`)).toEqual([
    'share BAdemo12',
    one,
  ]);
});

test.each([
  '',
  'no link',
  `https://evil.example/?u=${link(one)}`,
  `https://evil.example/${link(one)}`,
  `https://www.threads.com.evil/@a/post/x/${link(one)}`,
  `https://www.threads.com/login?next=${link(one)}`,
])('%s contains no links', (text) => {
  expect(findPostLinks(text)).toEqual([]);
});

test('a URL in the query of a post link is part of that link', () => {
  expect(findCodes(`${link(one)}?ref=${link(two)}`)).toEqual([one]);
});

test('a bare shortcode is accepted on its own', () => {
  expect(findCodes(one)).toEqual([one]);
});

test('formatted links parse to the same posts', () => {
  const fragments = fc.constantFrom(
    ...[link(one), link(two, 'b'), `threads.net/t/${three}`, 'threads.com/share/BAdemo12', 'x', '\n', ' '],
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
      fc.array(fc.constantFrom(link(one), link(two), 'https://', '/', 'a.example', ' ', '?u=')),
      (pieces) => {
        const text = pieces.join('');
        const first = findPostLink(text);
        expect(findPostLinks(text)[0]).toEqual(first.ok ? first.value : undefined);
      },
    ),
  );
});

test.each([
  ['links', `${link(one)} `.repeat(4_000)],
  ['links without ends', link(one).repeat(4_000)],
  ['schemes', 'https://'.repeat(32_000)],
  ['hosts', 'threads.com'.repeat(20_000)],
])('256 KB of %s are scanned quickly', (_, text) => {
  const startedAt = performance.now();
  findPostLinks(text.slice(0, maxBatchTextLength));
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
