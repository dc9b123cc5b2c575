import { expect, test } from 'vitest';
import { parseEmbed } from '../strategies/embed.ts';
import { parsePageTags, scanTags } from './page-tags.ts';

function countTags(html: string) {
  let count = 0;
  const isBounded = scanTags(html, () => {
    count += 1;
    return true;
  });
  return { count, isBounded };
}

test('all tags of an ordinary page are reported', () => {
  expect(countTags('<p>a<br><img src=x><p>b<div><b></i></b></div></p></br>')).toEqual({
    count: 8,
    isBounded: true,
  });
  expect(countTags('<p>a</p><br>'.repeat(20_000))).toEqual({ count: 40_000, isBounded: true });
});

test('the scan stops at the depth limit and at the element limit', () => {
  expect(countTags(`${'<b>'.repeat(400_000)}${'</i>'.repeat(400_000)}`)).toEqual({
    count: 200,
    isBounded: false,
  });
  expect(countTags('<br>'.repeat(200_000))).toEqual({ count: 50_000, isBounded: false });
});

test('the scan stops when the callback returns false', () => {
  const tagNames: string[] = [];
  scanTags('<a><b><i><u>', (name) => tagNames.push(name) < 2);
  expect(tagNames).toEqual(['a', 'b']);
});

test('tags in the body or beyond the maximum head length are ignored', () => {
  const tag = '<meta property="og:url" content="https://www.threads.com/">';
  expect(parsePageTags(`<head>${tag}</head><BODY>`).meta.size).toBe(1);
  expect(parsePageTags(`<head></head><BODY>${tag}`).meta.size).toBe(0);
  expect(parsePageTags(`<script>"<body>"</script>${tag}`).meta.size).toBe(1);
  expect(parsePageTags(`${' '.repeat(300 * 1024)}${tag}`).meta.size).toBe(0);
});

test('unclosed tags with unmatched closing tags are scanned quickly', () => {
  const html = `<div class="OuterContainer">${'<b>'.repeat(200_000)}${'</i>'.repeat(200_000)}`;
  const startedAt = performance.now();
  parsePageTags(html);
  expect(parseEmbed(html, { code: 'DAsked00001', username: null }).kind).toBe('unrecognized');
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
