import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitLocale } from '#i18n/localized-path.ts';
import { startTestServer } from '#test/support/start-server.ts';
import { canonicalPath } from './canonical-path.ts';

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

/** Sends the request target as is; `fetch` would normalize it. */
function sendRaw(origin: string, method: string, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1');
    });
    socket.on('end', () => resolve(response));
    socket.on('error', reject);
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n`);
  });
}

test.each([
  ['GET', '//evil.example/%2e%2e', '/evil.example'],
  ['GET', '//evil.example', '/evil.example'],
  ['GET', '/\\evil.example', '/evil.example'],
  ['HEAD', '/en//evil.example/', '/evil.example'],
  ['GET', '///en?next=//evil.example', '/?next=//evil.example'],
])('%s %s over a raw socket redirects to %s', async (method, target, location) => {
  await using server = await startTestServer();
  const response = await sendRaw(server.origin, method, target);
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

test.each([
  ['/', 'en'],
  ['/blog/de', 'en'],
  ['/de', 'de'],
  ['/th/blog/%E0%B8%A7', 'th'],
  ['/deutsch', 'en'],
])('%s is a page in %s', (path, locale) => {
  expect(splitLocale(path).locale).toBe(locale);
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
