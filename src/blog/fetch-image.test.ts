import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSafeLookup } from '#platform/fetch/fetch-policy.ts';
import { imageLimits } from './contract.ts';
import { createImageFetcher, type ImageFetcher } from './fetch-image.ts';
import { drawPng } from './fixtures/draw-images.ts';

const png = await drawPng(12, 8);
const requests: IncomingMessage[] = [];
let origin = '';
let fetcher: ImageFetcher;

const respondWith = (type: string, body: string | Uint8Array) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': type }).end(body);

const redirectTo = (location: () => string) => (response: ServerResponse) =>
  response.writeHead(302, { location: location() }).end('moved');

const handlers: Record<string, (response: ServerResponse) => void> = {
  '/a.png': respondWith('image/png', png),
  '/lying.html': respondWith('text/html', png),
  '/page.png': respondWith('image/png', '<!doctype html><title>x</title>'),
  '/drawing': respondWith(
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
  ),
  '/nothing': respondWith('image/png', ''),
  '/moved': redirectTo(() => '/a.png?again#part'),
  '/metadata': redirectTo(() => 'http://169.254.169.254/latest/meta-data'),
  '/inside': redirectTo(() => 'https://localhost/a.png'),
  '/file': redirectTo(() => 'file:///etc/passwd'),
  '/circle': redirectTo(() => '/circle'),
  '/nowhere': (response) => response.writeHead(301).end(),
  '/gone': (response) => response.writeHead(404, { 'content-type': 'image/png' }).end(png),
  '/silent': () => undefined,
  '/endless': (response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    const chunk = Buffer.alloc(1024 * 1024, png);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  '/drip': (response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    const drip = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(drip));
  },
};

const server = createServer((request, response) => {
  requests.push(request);
  const handler = handlers[(request.url ?? '').split('?')[0] ?? ''];
  if (handler) handler(response);
  else response.writeHead(404).end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fetcher = createImageFetcher({ loopbackOrigins: [origin] });
});
afterAll(async () => {
  await fetcher.close();
  server.closeAllConnections();
  server.close();
});

const getErrorCode = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : error;

test('an image is fetched unchanged, whatever its content type, also after a redirect', async () => {
  for (const path of ['/a.png', '/lying.html', '/moved']) {
    const fetched = await fetcher.fetchImage(origin + path);
    expect(fetched.ok && Buffer.compare(fetched.value, png), path).toBe(0);
  }
  const { headers } = requests[0] as IncomingMessage;
  expect(Object.keys(headers).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
});

test.each(['/page.png', '/drawing', '/nothing', '/gone', '/nowhere', '/circle'])(
  '%s is not an image',
  async (path) => {
    expect(await fetcher.fetchImage(origin + path)).toMatchObject({ ok: false });
  },
);

test.each([
  ['a redirect to a private address', '/metadata', 'refused'],
  ['a redirect to this machine', '/inside', 'refused'],
  ['a redirect to a file', '/file', 'refused'],
])('%s is not followed', async (_name, path, code) => {
  const fetched = await fetcher.fetchImage(origin + path);
  expect(fetched.ok ? 'fetched' : getErrorCode(fetched.error)).toBe(code);
});

test.each([
  'http://127.0.0.1:1/a.png',
  'http://localhost/a.png',
  'https://127.0.0.1/a.png',
  'https://[::1]/a.png',
  'https://0x7f000001/a.png',
  'https://10.0.0.1/a.png',
  'https://user:secret@example.org/a.png',
  'https://example.org:8443/a.png',
  'ftp://example.org/a.png',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'not an address',
])('%s is never requested', async (url) => {
  const before = requests.length;
  expect(await fetcher.fetchImage(url)).toMatchObject({ ok: false });
  expect(requests.length).toBe(before);
});

test('a host name that resolves to a private address is not connected to', async () => {
  const hostnames: string[] = [];
  const lookup = createSafeLookup({
    resolve(hostname, _options, callback) {
      hostnames.push(hostname);
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    },
  });
  const outside = createImageFetcher({ loopbackOrigins: [], lookup });
  const before = requests.length;
  // http URLs are requested over https.
  const fetched = await outside.fetchImage('http://pictures.example/a.png');
  expect(fetched.ok ? 'fetched' : getErrorCode(fetched.error)).toBe('refused');
  expect([hostnames, requests.length]).toEqual([['pictures.example'], before]);
  await outside.close();
});

test('a URL that repeats is requested once', async () => {
  const countRequests = (path: string) => requests.filter(({ url }) => url === path).length;
  for (const path of ['/a.png?often', '/gone?often']) {
    for (let save = 0; save < 3; save++) await fetcher.fetchImage(origin + path);
    expect(countRequests(path)).toBe(1);
  }
  const late = '/silent?often';
  for (const count of [1, 2]) {
    const caller = new AbortController();
    const fetched = fetcher.fetchImage(origin + late, caller.signal);
    await expect.poll(() => countRequests(late)).toBe(count);
    caller.abort();
    await fetched;
  }
});

test('an endless response is aborted at the size limit', async () => {
  const before = process.memoryUsage().arrayBuffers;
  const fetched = await fetcher.fetchImage(`${origin}/endless`);
  expect(fetched.ok ? 'fetched' : getErrorCode(fetched.error)).toBe('too_large');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * imageLimits.bytes);
});

test.each(['/silent', '/drip'])(
  '%s is aborted after the timeout or by the signal of the caller',
  async (path) => {
    const hasty = createImageFetcher({ loopbackOrigins: [origin], timeoutMs: 200 });
    const late = await hasty.fetchImage(origin + path);
    expect(late.ok ? 'fetched' : getErrorCode(late.error)).toBe('timeout');
    const aborted = await fetcher.fetchImage(origin + path, AbortSignal.timeout(100));
    expect(aborted.ok ? 'fetched' : getErrorCode(aborted.error)).toBe('timeout');
    await hasty.close();
  },
);
