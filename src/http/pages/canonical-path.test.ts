import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestServer } from '#test/support/start-server.ts';
import { sendRaw } from '../fixtures/send-raw.ts';
import { canonicalPath, postLinkRedirect, threadsPathRedirect } from './redirects.ts';

const toRequest = (method: string, target: string) =>
  `${method} ${target} HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n`;

const toRedirect = (path: string) => postLinkRedirect(new URL(`http://host.example${path}`));
const post = 'www.threads.com/@alma.demo/post/DAbc-_12xYz';
const startPageUrl = (page: string, link = `https://${post}`) => `${page}?url=${encodeURIComponent(link)}`;

test.each([
  [`/https://${post}`, startPageUrl('/')],
  [`/https:/${post}`, startPageUrl('/')],
  [`/http://${post}`, startPageUrl('/')],
  [`/HTTPS://${post}`, startPageUrl('/')],
  [`//https://${post}`, startPageUrl('/')],
  [`/${post}`, startPageUrl('/')],
  [`/threads.net/t/DAbc-_12xYz`, startPageUrl('/', 'https://threads.net/t/DAbc-_12xYz')],
  [`/https%3A%2F%2Fwww.threads.com%2F%40alma.demo%2Fpost%2FDAbc-_12xYz`, startPageUrl('/')],
  [`/de/https://${post}`, startPageUrl('/de')],
  [`/DE//https:/${post}`, startPageUrl('/de')],
  [`/en/https://${post}`, startPageUrl('/')],
  [`/https://${post}?xmt=AQF0&slof=1`, startPageUrl('/', `https://${post}?xmt=AQF0&slof=1`)],
  ['/https://www.threads.com/@alma.demo', startPageUrl('/', 'https://www.threads.com/@alma.demo')],
])('%s redirects to the home page with the link', (path, expected) => {
  expect(toRedirect(path)).toBe(expected);
});

test.each([
  '/',
  '/de',
  '/about',
  '/https://evil.example/',
  `/https://evil.example/https://${post}`,
  '/https://www.threads.com.evil/@a/post/x',
  '/https://www.threads.com',
  '/https://threads.com@evil.example/@a/post/x',
  `/xx/https://${post}`,
  `/blog/https://${post}`,
  `/ftp://${post}`,
  `/https:///${post}`,
  `/https://${post}%ff`,
])('%s does not redirect', (path) => {
  expect(toRedirect(path)).toBe(null);
});

test.each([
  ['/@alma.demo/post/DAbc-_12xYz', startPageUrl('/')],
  ['/@alma.demo/post/DAbc-_12xYz/media?xmt=AQF0', startPageUrl('/')],
  ['/%40alma.demo/post/DAbc-_12xYz', startPageUrl('/')],
  ['/DE/@alma.demo/video/DAbc-_12xYz/', startPageUrl('/de')],
  ['/en/@alma.demo/post/DAbc-_12xYz', startPageUrl('/')],
  ['/t/DAbc-_12xYz', startPageUrl('/', 'https://www.threads.com/@_/post/DAbc-_12xYz')],
  ['/th/t/DAbc-_12xYz', startPageUrl('/th', 'https://www.threads.com/@_/post/DAbc-_12xYz')],
])('%s, as if this host had replaced that of Threads, opens the post', (path, expected) => {
  expect(threadsPathRedirect(new URL(`http://host.example${path}`))).toBe(expected);
});

test.each([
  '/',
  '/@alma.demo',
  '/@alma.demo/post/',
  '/@alma.demo/replies/DAbc-_12xYz',
  '/t/a-longer-slug-of-a-blog',
  '/t/short',
  '/tag/DAbc-_12xYz',
  '/blog/t/DAbc-_12xYz',
  '/post/hello-world',
  '/%ff/t/DAbc-_12xYz',
])('%s is no post of Threads', (path) => {
  expect(threadsPathRedirect(new URL(`http://host.example${path}`))).toBeNull();
});

test('any redirect leads to the home page of this site', () => {
  const piece = fc.constantFrom(
    ...[
      '/',
      '\\',
      'https:',
      '//',
      'threads.com',
      'www.threads.net/',
      'de',
      '@',
      '%2f',
      '%0d%0a',
      '?',
      '#',
      '\u{1F600}',
      '..',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const redirect = toRedirect(`/${pieces.join('')}`);
      if (redirect !== null)
        expect(redirect).toMatch(/^\/(de)?\?url=https%3A%2F%2F(www\.)?threads\.(net|com)%2F[\w%.~!*'()-]*$/i);
    }),
  );
});

test.each([`/de/https://${post}`, '/de/@alma.demo/post/DAbc-_12xYz'])(
  'the redirect of %s is not cached, not indexed and sends no referrer',
  async (path) => {
    await using server = await startTestServer();
    const response = await sendRaw(server.origin, toRequest('GET', path));
    expect(response).toMatch(/^HTTP\/1\.1 302/);
    expect(response).toMatch(new RegExp(`^location: ${startPageUrl('/de').replace('?', '\\?')}\\r$`, 'im'));
    expect(response).toMatch(/^cache-control: private, no-store\r$/im);
    expect(response).toMatch(/^referrer-policy: no-referrer\r$/im);
    expect(response).toMatch(/^x-robots-tag: noindex\r$/im);
  },
);

test.each([
  '/https://evil.example/',
  '/https://evil.example',
  '/de/https://evil.example//x/',
  '/https:/evil.example/en',
])('%s is 404 without a redirect', async (target) => {
  await using server = await startTestServer({ web: async () => new Response('missing', { status: 404 }) });
  const response = await sendRaw(server.origin, toRequest('GET', target));
  expect(response).toMatch(/^HTTP\/1\.1 404/);
  expect(response).not.toMatch(/^location:/im);
});

const canonical = (path: string) => canonicalPath(new URL(`http://host.example${path}`));

test.each([
  ['/en', '/'],
  ['/en/', '/'],
  ['/en/about', '/about'],
  ['/EN/about/', '/about'],
  ['/about/', '/about'],
  ['/de/', '/de'],
  ['/De/contact', '/de/contact'],
  ['//de///contact//', '/de/contact'],
  ['/ZH', '/zh'],
  ['//', '/'],
  ['/about/?a=1&b=//x', '/about?a=1&b=//x'],
  ['/no/such//page/', '/no/such/page'],
  ['//evil.example', '/evil.example'],
  ['//evil.example/en', '/evil.example/en'],
  ['/\\evil.example', '/evil.example'],
  ['/en//evil.example', '/evil.example'],
  ['/en/\\evil.example/%2e%2e', '/'],
  ['/TH/blog/%E0%B8%A7%E0%B8%B4%E0%B8%98%E0%B8%B5/', '/th/blog/%E0%B8%A7%E0%B8%B4%E0%B8%98%E0%B8%B5'],
  ['/ZH/blog/保存-视频/', '/zh/blog/%E4%BF%9D%E5%AD%98-%E8%A7%86%E9%A2%91'],
  ['/en/blog/caf%c3%a9?page=2', '/blog/caf%c3%a9?page=2'],
])('%s is canonicalized to %s', (path, expected) => {
  expect(canonical(path)).toBe(expected);
});

test.each([
  '/',
  '/de',
  '/about',
  '/de/about',
  '/xx/about',
  '/en/de',
  '/en/de/about',
  '/About',
  '/a?x=//y',
  '/th/blog/%E0%B8%A7%E0%B8%B4%E0%B8%98%E0%B8%B5',
  '/zh/blog/%e4%bf%9d%e5%ad%98',
  '/blog/a%2Fb%5Cc',
  '/blog/100%25',
])('%s is already canonical', (path) => {
  expect(canonical(path)).toBe(null);
});

test('any canonical path starts with one slash, stays on its host and never loops', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    'en',
    'EN',
    'de',
    '..',
    '.',
    '%2f',
    '%5c',
    '%0d%0a',
    '%E0%B8%A7',
    '保存',
    'x.example',
    '@',
    ':',
    '?',
    '\t',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const path = canonical(`/${pieces.join('')}`);
      if (path === null) return;
      expect(path).toMatch(/^\/(?![/\\])/);
      const url = new URL(path, 'https://own.example');
      expect(url.origin).toBe('https://own.example');
      const next = canonicalPath(url);
      // A second `en` after the first may need another redirect, but redirects must not loop.
      if (next !== null) expect(next.length).toBeLessThan(path.length);
    }),
  );
});

test.each([
  ['GET', '//evil.example/%2e%2e', '/evil.example'],
  ['GET', '//evil.example', '/evil.example'],
  ['GET', '/\\evil.example', '/evil.example'],
  ['HEAD', '/en//evil.example/', '/evil.example'],
  ['GET', '///en?next=//evil.example', '/?next=//evil.example'],
])('%s %s over a raw socket redirects to %s', async (method, target, location) => {
  await using server = await startTestServer();
  const response = await sendRaw(server.origin, toRequest(method, target));
  const actualLocation = /^location: (.*?)\r?$/im.exec(response)?.[1];
  if (actualLocation === undefined) expect(response).toMatch(/^HTTP\/1\.1 (400|404)/);
  else {
    expect(response).toMatch(/^HTTP\/1\.1 308/);
    expect(actualLocation).toMatch(/^\/(?![/\\])/);
    expect([location, '/']).toContain(actualLocation);
  }
});

test('a GET request is redirected, a form post is not', async () => {
  await using server = await startTestServer();
  const response = await fetch(`${server.origin}/en/contact/`, { method: 'POST', redirect: 'manual' });
  expect(response.status).toBe(404);
  expect((await fetch(`${server.origin}/en/contact/`, { redirect: 'manual' })).headers.get('location')).toBe(
    '/contact',
  );
});

test('a page with a non-Latin slug is redirected once and then served', async () => {
  await using server = await startTestServer({
    web: async (request) => new Response(new URL(request.url).pathname),
  });
  const slug = encodeURIComponent('วิธีบันทึกวิดีโอ');
  const response = await fetch(`${server.origin}/TH//blog/${slug}/`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([308, `/th/blog/${slug}`]);
  expect(await (await fetch(`${server.origin}/th/blog/${slug}`, { redirect: 'error' })).text()).toBe(
    `/th/blog/${slug}`,
  );
});
