import { expect, test } from 'vitest';
import { readEmbed } from './read-embed.ts';
import { readPageTags } from './read-page-tags.ts';
import { scanTags } from './scan-tags.ts';

function countTags(html: string) {
  let count = 0;
  const isBounded = scanTags(html, () => {
    count += 1;
    return true;
  });
  return { count, isBounded };
}

test('an ordinary page is told whole', () => {
  expect(countTags('<p>a<br><img src=x><p>b<div><b></i></b></div></p></br>')).toEqual({
    count: 8,
    isBounded: true,
  });
  expect(countTags('<p>a</p><br>'.repeat(20_000))).toEqual({ count: 40_000, isBounded: true });
});

test('a page nested without end is left at a depth no page has, one of endless tags at their number', () => {
  expect(countTags(`${'<b>'.repeat(400_000)}${'</i>'.repeat(400_000)}`)).toEqual({
    count: 200,
    isBounded: false,
  });
  expect(countTags('<br>'.repeat(200_000))).toEqual({ count: 50_000, isBounded: false });
});

test('whoever has seen enough is told no more', () => {
  const seen: string[] = [];
  scanTags('<a><b><i><u>', (name) => seen.push(name) < 2);
  expect(seen).toEqual(['a', 'b']);
});

test('tags of the body, and tags beyond the head of any page, are no tags of the page', () => {
  const tag = '<meta property="og:url" content="https://www.threads.com/">';
  expect(readPageTags(`<head>${tag}</head><BODY>`).meta.size).toBe(1);
  expect(readPageTags(`<head></head><BODY>${tag}`).meta.size).toBe(0);
  expect(readPageTags(`<script>"<body>"</script>${tag}`).meta.size).toBe(1);
  expect(readPageTags(`${' '.repeat(300 * 1024)}${tag}`).meta.size).toBe(0);
});

test('unclosed tags with closers that match nothing do not block', () => {
  const html = `<div class="OuterContainer">${'<b>'.repeat(200_000)}${'</i>'.repeat(200_000)}`;
  const startedAt = performance.now();
  readPageTags(html);
  expect(readEmbed(html, { code: 'DAsked00001', username: null }).kind).toBe('unrecognised');
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
