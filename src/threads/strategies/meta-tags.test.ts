import { expect, test } from 'vitest';
import { measureCpuMs } from '#test/support/measure-cpu.ts';
import { buildPage } from '../fixtures/build-page.ts';
import { cdn } from '../fixtures/build-post.ts';
import { parseEmbed } from './embed.ts';
import { parseMetaTags, parsePageTags, scanTags } from './meta-tags.ts';

const code = 'DAsked00001';
const target = { code, username: null };
const ogUrl = `https://www.threads.com/@alma.demo/post/${code}`;
const ogImage = `${cdn}/v/t51.82787-15/hill.jpg?stp=dst-jpg_e35&oh=00_x`;
const ogTitle = 'Alma & Co (@alma.demo) on Threads';

test('the image of an empty page that names the post is used with an intact signature', () => {
  expect(parseMetaTags(buildPage([], { ogUrl, ogImage, ogTitle }), target)).toMatchObject({
    kind: 'found',
    result: {
      value: {
        code,
        author: { username: 'alma.demo', name: 'Alma & Co' },
        items: [{ type: 'image', renditions: [{ url: ogImage, format: 'JPG' }], source: { code } }],
      },
    },
  });
});

test.each([
  ['another post', { ogUrl: 'https://www.threads.com/@x/post/DOther00001', ogImage }],
  ['the bare site', { ogUrl: 'https://www.threads.com/', ogImage }],
  ['another host', { ogUrl: `https://evil.example/@x/post/${code}`, ogImage }],
  ['nothing', { ogImage }],
])('a page that names %s is not trusted', (_, head) => {
  expect(parseMetaTags(buildPage([], head), target)).toEqual({ kind: 'inapplicable' });
});

test('tags that contradict each other are not trusted', () => {
  const html = buildPage([], { ogUrl, ogImage }).replace(
    'rel="canonical" href="',
    'rel="canonical" href="https://www.threads.com/t/DOther00001#',
  );
  expect(parseMetaTags(html, target)).toEqual({ kind: 'inapplicable' });
});

test.each([
  ['an avatar', `${cdn}/v/t51.2885-19/me.jpg`],
  ['an avatar of the newer kind', `${cdn}/v/t51.82787-19/me.jpg`],
  ['the cover of a video', `${cdn}/v/t51.71878-15/cover.jpg`],
  ['a share card', `${cdn}/v/t39.92108-6/card_n.jpg?stp=dst-jpg`],
  ['a placeholder', 'https://static.cdninstagram.com/rsrc.php/null.jpg'],
])('%s is not media', (_, image) => {
  expect(parseMetaTags(buildPage([], { ogUrl, ogImage: image, ogTitle }), target)).toEqual({
    kind: 'inapplicable',
  });
});

test('tags without an author are used only if the link has a user name', () => {
  const html = `<head><meta property="og:image" content="${ogImage}"><link rel="canonical" href="https://www.threads.com/t/${code}"></head>`;
  expect(parseMetaTags(html, target)).toEqual({ kind: 'inapplicable' });
  expect(parseMetaTags(html, { code, username: 'maker' })).toMatchObject({
    result: { value: { url: `https://www.threads.com/@maker/post/${code}`, incomplete: true } },
  });
});

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
  const cpuMs = measureCpuMs(() => {
    parsePageTags(html);
    expect(parseEmbed(html, { code: 'DAsked00001', username: null }).kind).toBe('unrecognized');
  });
  expect(cpuMs).toBeLessThan(2_000);
});
