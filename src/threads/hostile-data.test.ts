import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stressRuns } from '#test/support/stress.ts';
import { buildPage } from './fixtures/build-page.ts';
import { buildPost, child, photo, sharing, video } from './fixtures/build-post.ts';
import { readEmbed } from './read-embed.ts';
import { readOgTags } from './read-og-tags.ts';
import { extractFromPage } from './read-post-page.ts';

const code = 'DAsked00001';
const target = { code, username: 'alma.demo' };

/** The post with one of its parts, anywhere, replaced by anything. */
function damage(value: unknown, place: number, replacement: unknown): unknown {
  let left = place;
  const copy = (one: unknown): unknown => {
    left -= 1;
    if (left === 0) return replacement;
    if (Array.isArray(one)) return one.map(copy);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, part]) => [key, key === 'code' ? part : copy(part)]),
    );
  };
  return copy(value);
}

const quoted = buildPost('DQuoted0001', video('theirs'));
const carousel_media = [child('1', photo('a')), child('2', video('b'))];
const posts = [
  buildPost(code, video('clip'), sharing('quoted_post', quoted)),
  buildPost(code, { carousel_media }),
  buildPost(code, {
    giphy_media_info: { images: { fixed_height: { url: 'https://media.tenor.co/x.gif' } } },
  }),
];

test('a post with any part of it replaced is read, refused or misread, and never a crash', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...posts),
      fc.integer({ min: 2, max: 150 }),
      fc.jsonValue(),
      (post, place, other) => {
        const block = JSON.stringify({ data: { media: damage(post, place, other) } });
        expect(['found', 'misread', 'conflict']).toContain(extractFromPage(buildPage([block]), target).kind);
      },
    ),
    { numRuns: stressRuns(150, 10_000) },
  );
});

test('any text in place of a page is judged without a crash', () => {
  const pieces = fc.constantFrom(
    '<script type="application/json">',
    '</script>',
    '{',
    '}',
    `"code":"${code}"`,
    '"pk"',
    '<div class="OuterContainer">',
    '<meta property="og:url" content="',
    '"',
    '>',
    '"LSD",[]',
  );
  const pages = fc.array(fc.oneof(pieces, fc.string({ maxLength: 6 }))).map((all) => all.join(''));
  fc.assert(
    fc.property(pages, (html) => {
      for (const read of [extractFromPage, readEmbed, readOgTags])
        expect(typeof read(html, target).kind).toBe('string');
    }),
    { numRuns: stressRuns(150, 10_000) },
  );
});

test.each([
  ['nested lists', `<script type="application/json">${'['.repeat(400_000)}"${code}"</script>`],
  ['tags', '<div class="OuterContainer">'.repeat(30_000)],
  ['meta tags', '<meta property="og:x" content="y">'.repeat(30_000)],
  ['small blocks', `<script type="application/json">{"a":"${code}"}</script>`.repeat(20_000)],
])('a megabyte of %s is judged quickly', (_, html) => {
  const startedAt = performance.now();
  extractFromPage(html, target);
  readEmbed(html, target);
  readOgTags(html, target);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
