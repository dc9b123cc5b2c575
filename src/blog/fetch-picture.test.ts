import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJudgingLookup } from '#platform/safe-fetch-lookup.ts';
import { pictureLimits } from './contract.ts';
import { createPictureFetcher, type PictureFetcher } from './fetch-picture.ts';
import { drawPng } from './fixtures/draw-pictures.ts';

const png = await drawPng(12, 8);
const requests: IncomingMessage[] = [];
let origin = '';
let fetcher: PictureFetcher;

const sent = (type: string, body: string | Uint8Array) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': type }).end(body);
const movedTo = (location: () => string) => (response: ServerResponse) =>
  response.writeHead(302, { location: location() }).end('moved');

const scenes: Record<string, (response: ServerResponse) => void> = {
  '/a.png': sent('image/png', png),
  '/lying.html': sent('text/html', png),
  '/page.png': sent('image/png', '<!doctype html><title>x</title>'),
  '/drawing': sent('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
  '/nothing': sent('image/png', ''),
  '/moved': movedTo(() => '/a.png?again#part'),
  '/metadata': movedTo(() => 'http://169.254.169.254/latest/meta-data'),
  '/inside': movedTo(() => 'https://localhost/a.png'),
  '/file': movedTo(() => 'file:///etc/passwd'),
  '/circle': movedTo(() => '/circle'),
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
  const scene = scenes[(request.url ?? '').split('?')[0] ?? ''];
  if (scene) scene(response);
  else response.writeHead(404).end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fetcher = createPictureFetcher({ loopbackOrigins: [origin] });
});
afterAll(async () => {
  await fetcher.close();
  server.closeAllConnections();
  server.close();
});

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : error;

test('a picture is fetched as it is, whatever its site calls it, also from where it has moved', async () => {
  for (const path of ['/a.png', '/lying.html', '/moved']) {
    const fetched = await fetcher.fetchPicture(origin + path);
    expect(fetched.ok && Buffer.compare(fetched.value, png), path).toBe(0);
  }
  const { headers } = requests[0] as IncomingMessage;
  expect(Object.keys(headers).sort()).toEqual([
    ...['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
  ]);
});

test.each(['/page.png', '/drawing', '/nothing', '/gone', '/nowhere', '/circle'])(
  '%s is no picture',
  async (path) => {
    expect(await fetcher.fetchPicture(origin + path)).toMatchObject({ ok: false });
  },
);

test.each([
  ['a redirect to a private address', '/metadata', 'refused'],
  ['a redirect to this machine', '/inside', 'refused'],
  ['a redirect to a file', '/file', 'refused'],
])('%s is not followed', async (_name, path, code) => {
  const fetched = await fetcher.fetchPicture(origin + path);
  expect(fetched.ok ? 'fetched' : codeOf(fetched.error)).toBe(code);
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
])('%s is never asked', async (address) => {
  const before = requests.length;
  expect(await fetcher.fetchPicture(address)).toMatchObject({ ok: false });
  expect(requests.length).toBe(before);
});

test('a name that leads to a private address is not connected to', async () => {
  const asked: string[] = [];
  const lookup = createJudgingLookup({
    resolve(hostname, _options, callback) {
      asked.push(hostname);
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    },
  });
  const outside = createPictureFetcher({ loopbackOrigins: [], lookup });
  const before = requests.length;
  // What a page on http shows is asked for over https.
  const fetched = await outside.fetchPicture('http://pictures.example/a.png');
  expect(fetched.ok ? 'fetched' : codeOf(fetched.error)).toBe('refused');
  expect([asked, requests.length]).toEqual([['pictures.example'], before]);
  await outside.close();
});

test('an address that a text names again and again is asked once', async () => {
  const asked = (path: string) => requests.filter(({ url }) => url === path).length;
  for (const path of ['/a.png?often', '/gone?often']) {
    for (let save = 0; save < 3; save++) await fetcher.fetchPicture(origin + path);
    expect(asked(path)).toBe(1);
  }
  const late = '/silent?often';
  await fetcher.fetchPicture(origin + late, AbortSignal.timeout(50));
  await fetcher.fetchPicture(origin + late, AbortSignal.timeout(50));
  expect(asked(late)).toBe(2);
});

test('one that does not end is given up at the limit of a picture', async () => {
  const before = process.memoryUsage().arrayBuffers;
  const fetched = await fetcher.fetchPicture(`${origin}/endless`);
  expect(fetched.ok ? 'fetched' : codeOf(fetched.error)).toBe('too_large');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * pictureLimits.bytes);
});

test.each(['/silent', '/drip'])(
  '%s is given up after its time, and when who saves has no more',
  async (path) => {
    const hasty = createPictureFetcher({ loopbackOrigins: [origin], timeoutMs: 200 });
    const late = await hasty.fetchPicture(origin + path);
    expect(late.ok ? 'fetched' : codeOf(late.error)).toBe('timeout');
    const over = await fetcher.fetchPicture(origin + path, AbortSignal.timeout(100));
    expect(over.ok ? 'fetched' : codeOf(over.error)).toBe('timeout');
    await hasty.close();
  },
);
