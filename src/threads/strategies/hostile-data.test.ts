import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureCpuMs } from '#test/support/measure-cpu.ts';
import { stressRuns } from '#test/support/stress.ts';
import { buildPage } from '../fixtures/build-page.ts';
import { buildPost, child, photo, sharing, video } from '../fixtures/build-post.ts';
import { parseEmbed } from './embed.ts';
import { parseMetaTags } from './meta-tags.ts';
import { parsePostFromHtml } from './post-page.ts';

const code = 'DAsked00001';
const target = { code, username: 'alma.demo' };

/** Replaces the value at `index` of a depth-first walk, except codes. */
function damage(value: unknown, index: number, replacement: unknown): unknown {
  let remaining = index;
  const copy = (node: unknown): unknown => {
    remaining -= 1;
    if (remaining === 0) return replacement;
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, part]) => [key, key === 'code' ? part : copy(part)]),
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

test('a post with any value replaced is found, a parse error or a conflict, but never a crash', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...posts),
      fc.integer({ min: 2, max: 150 }),
      fc.jsonValue(),
      (post, index, other) => {
        const block = JSON.stringify({ data: { media: damage(post, index, other) } });
        expect(['found', 'parse_error', 'conflict']).toContain(
          parsePostFromHtml(buildPage([block]), target).kind,
        );
      },
    ),
    { numRuns: stressRuns(150, 10_000) },
  );
});

test('any text in place of a page is classified without a crash', () => {
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
      for (const read of [parsePostFromHtml, parseEmbed, parseMetaTags])
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
])('a megabyte of %s is classified quickly', (_, html) => {
  const cpuMs = measureCpuMs(() => {
    parsePostFromHtml(html, target);
    parseEmbed(html, target);
    parseMetaTags(html, target);
  });
  expect(cpuMs).toBeLessThan(2_000);
});
