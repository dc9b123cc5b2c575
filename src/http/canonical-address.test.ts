import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startEdge } from '#test/support/start-edge.ts';
import { canonicalAddress, localeOf } from './canonical-address.ts';

const prefixes = { all: ['en', 'de', 'zh', 'th'], unprefixed: 'en' };
const canonical = (path: string) => canonicalAddress(new URL(`http://host.example${path}`), prefixes);

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
])('%s is written %s', (path, address) => {
  expect(canonical(path)).toBe(address);
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
])('%s stands', (path) => {
  expect(canonical(path)).toBe(null);
});

test('whatever comes, the address begins with one slash, stays on its host and is its own', () => {
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
      const address = canonical(`/${pieces.join('')}`);
      if (address === null) return;
      expect(address).toMatch(/^\/(?![/\\])/);
      const url = new URL(address, 'https://own.example');
      expect(url.origin).toBe('https://own.example');
      const next = canonicalAddress(url, prefixes);
      // A second `en` behind the first is a page that is missing, or one more step; never a circle.
      if (next !== null) expect(next.length).toBeLessThan(address.length);
    }),
  );
});

/** The request target exactly as given: no client tidies it. */
function askRaw(origin: string, method: string, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('end', () => resolve(answer));
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
])('%s %s over a socket leads to %s', async (method, target, location) => {
  await using edge = await startEdge();
  const answer = await askRaw(edge.origin, method, target);
  const place = /^location: (.*?)\r?$/im.exec(answer)?.[1];
  if (place === undefined) expect(answer).toMatch(/^HTTP\/1\.1 (400|404)/);
  else {
    expect(answer).toMatch(/^HTTP\/1\.1 308/);
    expect(place).toMatch(/^\/(?![/\\])/);
    expect([location, '/']).toContain(place);
  }
});

test('only reading is led on: a sent form is answered where it was sent', async () => {
  await using edge = await startEdge();
  const answer = await fetch(`${edge.origin}/en/contact/`, { method: 'POST', redirect: 'manual' });
  expect(answer.status).toBe(404);
  expect((await fetch(`${edge.origin}/en/contact/`, { redirect: 'manual' })).headers.get('location')).toBe(
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
  expect(localeOf(path, prefixes)).toBe(locale);
});

test('a page with a slug in its own script is led to once, and then found', async () => {
  await using edge = await startEdge({ web: async (request) => new Response(new URL(request.url).pathname) });
  const slug = encodeURIComponent('วิธีบันทึกวิดีโอ');
  const answer = await fetch(`${edge.origin}/TH//blog/${slug}/`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([308, `/th/blog/${slug}`]);
  expect(await (await fetch(`${edge.origin}/th/blog/${slug}`, { redirect: 'error' })).text()).toBe(
    `/th/blog/${slug}`,
  );
});
