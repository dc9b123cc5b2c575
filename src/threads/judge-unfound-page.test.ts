import { expect, test } from 'vitest';
import { findJsonBlocks } from './find-json-blocks.ts';
import { buildPage, preloaderBlock, threadBlock } from './fixtures/build-page.ts';
import { buildPost, video } from './fixtures/build-post.ts';
import { judgeUnfoundPage } from './judge-unfound-page.ts';

const code = 'DAsked00001';
const judge = (html: string) => judgeUnfoundPage(html, findJsonBlocks(html), code).kind;
const strangers = threadBlock([buildPost('DOther00001', video('theirs'))]);
const ogUrl = `https://www.threads.com/@alma.demo/post/${code}`;

test('a page without post data is a shell, tags and routes with the code notwithstanding', () => {
  const route = JSON.stringify({ params: { shortcode: code, vanity: '@alma.demo' } });
  const preloaders = preloaderBlock([
    { queryName: 'BarcelonaPostPageDirectQuery', variables: { postID: '1' } },
  ]);
  expect(judge(buildPage([route, preloaders], { ogUrl }))).toBe('shell');
  expect(judge('')).toBe('shell');
});

test('flags that full pages carry too change nothing', () => {
  expect(judge(buildPage(['{"fail_ssr_disabled":true,"is_crawler_ssr_html_only_mode":true}']))).toBe('shell');
});

test('a page of strangers that calls itself the bare site says the post is absent', () => {
  expect(judge(buildPage([strangers], { ogUrl: 'https://www.threads.com/' }))).toBe('absent');
  expect(judge(buildPage([strangers], { ogUrl: 'https://www.threads.com/@x/post/DOther00001' }))).toBe(
    'unrecognised',
  );
});

test('data of the post in an unknown form is a misreading', () => {
  expect(judge(buildPage([JSON.stringify({ short: code, video_versions: [{ u: 'x' }] })]))).toBe('misread');
  expect(judge(buildPage([]).replace('</body>', `<script>var x={"code":"${code}"}</script></body>`))).toBe(
    'misread',
  );
});

test.each([
  "This content isn't available to everyone",
  'This content isn&#039;t available to everyone',
  'This content isn’t available to everyone',
])('%s is a restriction', (words) => {
  expect(judge(buildPage([]).replace('</body>', `<p>${words}</p></body>`))).toBe('restricted');
  expect(judge(buildPage([strangers]).replace('</body>', `<p>${words}</p></body>`))).toBe('restricted');
});

test('a stranger who writes those words restricts nothing', () => {
  const caption = { text: "This content isn't available to everyone" };
  const block = threadBlock([buildPost('DOther00001', { caption })]);
  expect(judge(buildPage([block], { ogUrl: 'https://www.threads.com/' }))).toBe('absent');
});

test('a page that only asks to log in is a refusal', () => {
  expect(judge(buildPage([]).replace('</body>', '<b>Log in to see more</b></body>'))).toBe('refused');
});

test('anything else is not recognised', () => {
  expect(judge('<html><body>It works!</body></html>')).toBe('unrecognised');
});
