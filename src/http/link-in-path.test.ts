import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startEdge } from '#test/support/start-edge.ts';
import { linkInPath } from './link-in-path.ts';

const prefixes = { all: ['en', 'de', 'zh', 'th'], unprefixed: 'en' };
const place = (path: string) => linkInPath(new URL(`http://host.example${path}`), prefixes);
const post = 'www.threads.com/@alma.demo/post/DAbc-_12xYz';
const opened = (page: string, link = `https://${post}`) => `${page}?url=${encodeURIComponent(link)}`;

test.each([
  [`/https://${post}`, opened('/')],
  [`/https:/${post}`, opened('/')],
  [`/http://${post}`, opened('/')],
  [`/HTTPS://${post}`, opened('/')],
  [`//https://${post}`, opened('/')],
  [`/${post}`, opened('/')],
  [`/threads.net/t/DAbc-_12xYz`, opened('/', 'https://threads.net/t/DAbc-_12xYz')],
  [`/https%3A%2F%2Fwww.threads.com%2F%40alma.demo%2Fpost%2FDAbc-_12xYz`, opened('/')],
  [`/de/https://${post}`, opened('/de')],
  [`/DE//https:/${post}`, opened('/de')],
  [`/en/https://${post}`, opened('/')],
  [`/https://${post}?xmt=AQF0&slof=1`, opened('/', `https://${post}?xmt=AQF0&slof=1`)],
  ['/https://www.threads.com/@alma.demo', opened('/', 'https://www.threads.com/@alma.demo')],
])('%s opens the start page with that link', (path, address) => {
  expect(place(path)).toBe(address);
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
])('%s does not', (path) => {
  expect(place(path)).toBe(null);
});

test('wherever a path leads, it is our start page', () => {
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
      const address = place(`/${pieces.join('')}`);
      if (address !== null)
        expect(address).toMatch(/^\/(de)?\?url=https%3A%2F%2F(www\.)?threads\.(net|com)%2F[\w%.~!*'()-]*$/i);
    }),
  );
});

function askRaw(origin: string, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n`);
  });
}

test('the answer is kept by nobody, and what it leads to does not hear where from', async () => {
  await using edge = await startEdge();
  const answer = await askRaw(edge.origin, `/de/https://${post}`);
  expect(answer).toMatch(/^HTTP\/1\.1 302/);
  expect(answer).toMatch(new RegExp(`^location: ${opened('/de').replace('?', '\\?')}\\r$`, 'im'));
  expect(answer).toMatch(/^cache-control: private, no-store\r$/im);
  expect(answer).toMatch(/^referrer-policy: no-referrer\r$/im);
  expect(answer).toMatch(/^x-robots-tag: noindex\r$/im);
});

test.each([
  '/https://evil.example/',
  '/https://evil.example',
  '/de/https://evil.example//x/',
  '/https:/evil.example/en',
])('%s is missing, and leads nowhere', async (target) => {
  await using edge = await startEdge({ web: async () => new Response('missing', { status: 404 }) });
  const answer = await askRaw(edge.origin, target);
  expect(answer).toMatch(/^HTTP\/1\.1 404/);
  expect(answer).not.toMatch(/^location:/im);
});
