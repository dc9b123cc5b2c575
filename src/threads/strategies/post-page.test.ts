import { expect, test } from 'vitest';
import { buildPage, preloaderBlock, threadBlock } from '../fixtures/build-page.ts';
import { buildPost, video } from '../fixtures/build-post.ts';
import { findJsonBlocks } from '../parse/json.ts';
import { classifyPageWithoutPost } from './post-page.ts';

const code = 'DAsked00001';
const classify = (html: string) => classifyPageWithoutPost(html, findJsonBlocks(html), code).kind;
const strangers = threadBlock([buildPost('DOther00001', video('theirs'))]);
const ogUrl = `https://www.threads.com/@alma.demo/post/${code}`;

test('a page without post data is empty even if tags and routes contain the code', () => {
  const route = JSON.stringify({ params: { shortcode: code, vanity: '@alma.demo' } });
  const preloaders = preloaderBlock([
    { queryName: 'BarcelonaPostPageDirectQuery', variables: { postID: '1' } },
  ]);
  expect(classify(buildPage([route, preloaders], { ogUrl }))).toBe('empty_page');
  expect(classify('')).toBe('empty_page');
});

test('flags that full pages contain too are ignored', () => {
  expect(classify(buildPage(['{"fail_ssr_disabled":true,"is_crawler_ssr_html_only_mode":true}']))).toBe(
    'empty_page',
  );
});

test('a page of other posts with the site root as its URL means that the post was not found', () => {
  expect(classify(buildPage([strangers], { ogUrl: 'https://www.threads.com/' }))).toBe('not_found');
  expect(classify(buildPage([strangers], { ogUrl: 'https://www.threads.com/@x/post/DOther00001' }))).toBe(
    'unrecognized',
  );
});

test('post data in an unknown format is a parse error', () => {
  expect(classify(buildPage([JSON.stringify({ short: code, video_versions: [{ u: 'x' }] })]))).toBe(
    'parse_error',
  );
  expect(classify(buildPage([]).replace('</body>', `<script>var x={"code":"${code}"}</script></body>`))).toBe(
    'parse_error',
  );
});

test.each([
  "This content isn't available to everyone",
  'This content isn&#039;t available to everyone',
  'This content isn’t available to everyone',
])('the notice "%s" means that the post is restricted', (notice) => {
  expect(classify(buildPage([]).replace('</body>', `<p>${notice}</p></body>`))).toBe('restricted');
  expect(classify(buildPage([strangers]).replace('</body>', `<p>${notice}</p></body>`))).toBe('restricted');
});

test.each(['comet.barcelonawebloggedout.BarcelonaGeoBlockRoute', 'BarcelonaGeoBlockedErrorRoot.react'])(
  'a page with the route or root %s means that the post is restricted, in any language',
  (name) => {
    const route = JSON.stringify({ initialRouteInfo: { route: { canonicalRouteName: name } } });
    expect(classify(buildPage([route]))).toBe('restricted');
    const caption = { text: `See ${name}` };
    const block = threadBlock([buildPost('DOther00001', { caption })]);
    expect(classify(buildPage([block], { ogUrl: 'https://www.threads.com/' }))).toBe('not_found');
  },
);

test.each(['rsrcMap', 'compMap', 'RequireDeferredReference'])(
  'a name in a list of resources (%s) says nothing about the page',
  (key) => {
    const list = JSON.stringify({
      [key]: { 'BarcelonaGeoBlockedErrorRoot.react': {}, BarcelonaLoginRoute: {} },
    });
    expect(classify(buildPage([list]))).toBe('empty_page');
    expect(classify(buildPage([strangers, list], { ogUrl: 'https://www.threads.com/' }))).toBe('not_found');
  },
);

test('the next name of a wall is recognized by its parts', () => {
  for (const name of [
    'BarcelonaAgeGatedErrorRoot',
    'BarcelonaRegionBlockRoute',
    'BarcelonaAudienceRestrictedRoute',
  ])
    expect(classify(buildPage([JSON.stringify({ name })])), name).toBe('restricted');
});

test('the feed in place of a post means that the post was not found', () => {
  const route = JSON.stringify({ initialRouteInfo: { route: { rootView: 'LoggedOutFeedColumnRoute' } } });
  expect(classify(buildPage([route]))).toBe('not_found');
  expect(
    classify(buildPage([strangers, route], { ogUrl: 'https://www.threads.com/@x/post/DOther00001' })),
  ).toBe('not_found');
});

test('a check for robots is a wall of its own', () => {
  expect(classify(buildPage([JSON.stringify({ message: 'checkpoint_required' })]))).toBe('checkpoint');
  expect(classify(buildPage([JSON.stringify({ message: 'challenge_required' })]))).toBe('checkpoint');
});

test('the same notice in a caption of another post is ignored', () => {
  const caption = { text: "This content isn't available to everyone" };
  const block = threadBlock([buildPost('DOther00001', { caption })]);
  expect(classify(buildPage([block], { ogUrl: 'https://www.threads.com/' }))).toBe('not_found');
});

test('a login page is a login wall, or in place of the post', () => {
  expect(classify(buildPage([]).replace('</body>', '<b>Log in to see more</b></body>'))).toBe('login');
  const titles = [
    'Threads • Log in',
    ' Threads &#x2022; Log in ',
    'Threads • Anmelden',
    'Threads · เข้าสู่ระบบ',
    'Threads • 登录',
  ];
  for (const title of titles)
    expect(classify(buildPage([]).replace('<head>', `<head><title>${title}</title>`))).toBe('sign_in');
  expect(classify(buildPage([]).replace('<head>', '<head><title>Log in • Threads fans</title>'))).toBe(
    'empty_page',
  );
});

test('any other page is not recognized', () => {
  expect(classify('<html><body>It works!</body></html>')).toBe('unrecognized');
});
