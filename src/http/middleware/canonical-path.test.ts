import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestServer } from '#test/support/start-server.ts';
import { postLinkRedirect } from './canonical-path.ts';

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

function sendRaw(origin: string, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1');
    });
    socket.on('end', () => resolve(response));
    socket.on('error', reject);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n`);
  });
}

test('the redirect is not cached, not indexed and sends no referrer', async () => {
  await using server = await startTestServer();
  const response = await sendRaw(server.origin, `/de/https://${post}`);
  expect(response).toMatch(/^HTTP\/1\.1 302/);
  expect(response).toMatch(new RegExp(`^location: ${startPageUrl('/de').replace('?', '\\?')}\\r$`, 'im'));
  expect(response).toMatch(/^cache-control: private, no-store\r$/im);
  expect(response).toMatch(/^referrer-policy: no-referrer\r$/im);
  expect(response).toMatch(/^x-robots-tag: noindex\r$/im);
});

test.each([
  '/https://evil.example/',
  '/https://evil.example',
  '/de/https://evil.example//x/',
  '/https:/evil.example/en',
])('%s is 404 without a redirect', async (target) => {
  await using server = await startTestServer({ web: async () => new Response('missing', { status: 404 }) });
  const response = await sendRaw(server.origin, target);
  expect(response).toMatch(/^HTTP\/1\.1 404/);
  expect(response).not.toMatch(/^location:/im);
});
