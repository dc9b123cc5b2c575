import { expect, test } from 'vitest';
import { buildFile, serveFile, startFaultyUpstream } from '#test/support/faulty-media-upstream.ts';
import { sha256, startFaultyRelay, startMediaRelay } from '#test/support/start-media-relay.ts';

const small = buildFile('mp4', 300_000);
const large = buildFile('mp4', 8_000_000);

test('a file is relayed byte for byte, with its exact content length', async () => {
  await using upstream = await startFaultyUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  for (const [path, file] of [
    ['/small', small],
    ['/large', large],
  ] as const) {
    const ended = relay.nextTransfer();
    const response = await relay.get(relay.ticketFor(upstream.on(path, serveFile(file, 'video/mp4'))));
    expect(response.status).toBe(200);
    expect(response.isComplete).toBe(true);
    expect(sha256(response.body)).toBe(sha256(file));
    expect(response.headers['content-length']).toBe(String(file.length));
    expect(await ended).toMatchObject({ outcome: 'complete', bytes: file.length });
  }
});

test('every response has headers against storing, sniffing, scripts and other origins', async () => {
  await using upstream = await startFaultyUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const url = upstream.on('/a', serveFile(small, 'video/mp4'));
  for (const headers of [{}, { range: 'bytes=5-9' }]) {
    expect((await relay.get(relay.ticketFor(url), headers)).headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-disposition': 'attachment; filename=threads-video-1-1763715600000.mp4',
    });
  }
  const inline = await relay.get(relay.ticketFor(url, { purpose: 'inline' }));
  expect(inline.headers['content-disposition']).toMatch(/^inline; filename=/);
});

test('upstream gets only the range and fixed headers, and the client only our own', async () => {
  await using upstream = await startFaultyUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const url = upstream.on(
    '/a',
    serveFile(small, 'video/mp4', {
      'set-cookie': 'spy=1',
      'access-control-allow-origin': '*',
      server: 'proxygen',
      location: '/x',
      'content-security-policy': 'default-src *',
      etag: '"theirs"',
      'x-fb-trace': '1',
    }),
  );
  const response = await relay.get(relay.ticketFor(url), {
    range: 'bytes=0-99',
    cookie: 'session=1',
    authorization: 'Bearer 1',
    referer: 'https://private.example/',
    origin: 'https://private.example',
    'x-forwarded-for': '1.2.3.4',
    'accept-language': 'th',
    'user-agent': 'visitor',
  });
  expect(upstream.requests[0]?.headers).toEqual({
    host: upstream.host,
    connection: 'keep-alive',
    range: 'bytes=0-99',
    accept: '*/*',
    'accept-encoding': 'identity',
    referer: 'https://www.threads.com/',
    'user-agent': expect.stringContaining('Mozilla/5.0'),
  });
  for (const name of ['set-cookie', 'access-control-allow-origin', 'server', 'location', 'x-fb-trace']) {
    expect(response.headers[name], name).toBeUndefined();
  }
  expect(response.headers.etag).not.toBe('"theirs"');
});

test('HEAD says the type, length and name of the file, from its first bytes', async () => {
  await using upstream = await startFaultyUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const png = buildFile('png', 300_000);
  for (const [declared, bytes, type] of [
    ['video/mp4', large, 'video/mp4'],
    ['application/octet-stream', large, 'video/mp4'],
    ['image/jpeg', png, 'image/png'],
  ] as const) {
    const path = relay.ticketFor(upstream.on('/a', serveFile(bytes, declared)));
    const sentBefore = upstream.bytesSent();
    const head = await relay.get(path, { range: 'bytes=0-1' }, 'HEAD');
    expect(upstream.requests.at(-1)).toMatchObject({ method: 'GET', headers: { range: 'bytes=0-63' } });
    expect(upstream.bytesSent() - sentBefore).toBeLessThan(1_000);
    expect([head.status, head.headers['content-type']]).toEqual([200, type]);
    const fullResponse = await relay.get(path);
    for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'accept-ranges'])
      expect(head.headers[name], name).toBe(fullResponse.headers[name]);
  }
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is not allowed', async (method) => {
  await using relay = await startMediaRelay({ allowedHosts: ['127.0.0.1:9'] });
  const response = await relay.get(relay.ticketFor('http://127.0.0.1:9/a'), {}, method);
  expect(response.status).toBe(405);
  expect(response.headers).toMatchObject({
    allow: 'GET, HEAD',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});

test.each([
  ['maker_03', 'filename=maker_03.mp4'],
  [
    'สวัสดี 03',
    "filename=03.mp4; filename*=UTF-8''%E0%B8%AA%E0%B8%A7%E0%B8%B1%E0%B8%AA%E0%B8%94%E0%B8%B5%2003.mp4",
  ],
  ['../..\\a\r\nset-cookie: b\u202e.exe', 'filename="_..-a set-cookie- b.exe.mp4"'],
  ['', 'filename=threads-video-1-1763715600000.mp4'],
])('the requested name %j is sanitized', async (name, header) => {
  await using scene = await startFaultyRelay();
  const { upstream, relay } = scene;
  const url = upstream.on('/a', serveFile(small, 'video/mp4'));
  const path = `${relay.ticketFor(url)}?name=${encodeURIComponent(name)}`;
  const response = await relay.get(path);
  expect(response.status).toBe(200);
  expect(response.headers['content-disposition']).toBe(`attachment; ${header}`);
  const partialResponse = await relay.get(path, {
    range: 'bytes=5-',
    'if-range': String(response.headers.etag),
  });
  expect([partialResponse.status, partialResponse.headers['content-disposition']]).toEqual([
    206,
    `attachment; ${header}`,
  ]);
});

test('invalid and long names are accepted', async () => {
  await using upstream = await startFaultyUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const path = relay.ticketFor(upstream.on('/a', serveFile(small, 'video/mp4')));
  for (const name of ['%', '%ff%fe', '%00', 'a+b', `${'%F0%9F%A7%B5'.repeat(400)}`]) {
    const response = await relay.get(`${path}?name=${name}`);
    expect(response.status, name).toBe(200);
    expect(String(response.headers['content-disposition']).length).toBeLessThan(700);
  }
});

test('type and extension follow the bytes, not the declared format', async () => {
  await using upstream = await startFaultyUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const url = upstream.on('/a', serveFile(buildFile('jpg', 5_000), 'image/webp'));
  const response = await relay.get(relay.ticketFor(url, { format: 'WEBP' }));
  expect(response.headers['content-type']).toBe('image/jpeg');
  expect(response.headers['content-disposition']).toMatch(/\.jpg$/);
});

test('an invalid, expired or foreign ticket fetches nothing', async () => {
  await using upstream = await startFaultyUpstream();
  let now = 1_000_000;
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host], now: () => now });
  await using other = await startMediaRelay({ allowedHosts: [upstream.host], secret: 'another secret' });
  const url = upstream.on('/a', serveFile(small, 'video/mp4'));
  const path = relay.ticketFor(url);
  const code = async (requestPath: string) => (await relay.get(requestPath)).body.toString();
  for (const wrong of ['/media/', '/media/x', `${path}?a=1`, `${path}/`, `${path}A`, other.ticketFor(url)]) {
    expect(await code(wrong), wrong).toBe('ticket.invalid');
  }
  now += 15 * 60_000;
  expect(await code(path)).toBe('ticket.expired');
  expect(upstream.requests).toHaveLength(0);
});

test('an expired CDN URL is renewed once and the transfer continues', async () => {
  await using upstream = await startFaultyUpstream();
  const fresh = upstream.on('/fresh', serveFile(small, 'video/mp4'));
  await using relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    renewMediaUrl: async () => fresh,
  });
  for (const status of [403, 404, 410]) {
    const dead = upstream.on('/dead', (_request, response) => {
      response.writeHead(status, { 'content-type': 'text/plain' }).end('URL signature expired');
    });
    for (const method of ['GET', 'HEAD']) {
      const relayResponse = await relay.get(relay.ticketFor(dead), {}, method);
      expect(relayResponse.status).toBe(200);
      expect(relayResponse.headers['content-length']).toBe(String(small.length));
    }
    const part = await relay.get(relay.ticketFor(dead), { range: 'bytes=100-199' });
    expect(sha256(part.body)).toBe(sha256(small.subarray(100, 200)));
  }
  expect(relay.renewals).toHaveLength(9);
  expect(relay.renewals[0]).toMatchObject({ itemId: '1', part: 'file' });
});

test("a file that can't be renewed, or only to a host that is not allowed, is gone", async () => {
  await using upstream = await startFaultyUpstream();
  await using inside = await startFaultyUpstream();
  const renewedUrls = [null, `${inside.origin}/secret`, 'https://evil.example/x'];
  let now = 1_000_000;
  await using relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    now: () => now,
    renewMediaUrl: async () => renewedUrls.shift() ?? null,
  });
  const path = relay.ticketFor(`${upstream.origin}/missing`);
  for (let i = 0; i < 4; i += 1) {
    expect((await relay.get(path)).body.toString()).toBe('media.gone');
    now += 60_001;
  }
  expect(relay.renewals).toHaveLength(4);
  expect(inside.requests).toHaveLength(0);
});

test.each([
  ['not found again', null],
  ['found at a dead address', '/dead'],
] as const)('a post whose file is %s is not reread for a minute, while others are', async (_how, found) => {
  await using upstream = await startFaultyUpstream();
  let now = 1_000_000;
  await using relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    now: () => now,
    renewMediaUrl: async () => found && `${upstream.origin}${found}`,
  });
  const pathIn = (postUrl: string) =>
    relay.ticketFor(`${upstream.origin}/missing`, {
      item: { postUrl, itemId: '1', format: 'MP4', part: 'file' },
    });
  const path = pathIn('https://www.threads.com/@a/post/b');
  for (const method of ['GET', 'GET', 'HEAD']) expect((await relay.get(path, {}, method)).status).toBe(599);
  expect(relay.renewals).toHaveLength(1);
  await relay.get(pathIn('https://www.threads.com/@a/post/c'));
  expect(relay.renewals).toHaveLength(2);
  now += 59_999;
  await relay.get(path);
  expect(relay.renewals).toHaveLength(2);
  now += 2;
  await relay.get(path);
  expect(relay.renewals).toHaveLength(3);
});

test.each(['GET', 'HEAD'])(
  'one timeout covers both attempts and the renewal of a %s request',
  async (method) => {
    await using upstream = await startFaultyUpstream();
    const silent = upstream.on('/silent', () => undefined);
    const renewals = [() => Promise.withResolvers<string>().promise, async () => silent];
    await using relay = await startMediaRelay({
      allowedHosts: [upstream.host],
      limits: { openMs: 150 },
      renewMediaUrl: async () => renewals.shift()?.() ?? null,
    });
    for (const what of ['a renewal without end', 'a fresh address without an answer']) {
      const response = await relay.get(relay.ticketFor(`${upstream.origin}/missing`), {}, method);
      expect(response.status, what).toBe(599);
      expect(relay.errors.at(-1)?.code, what).toBe('media.timeout');
    }
    await expect.poll(() => upstream.openSockets()).toBeLessThan(2);
  },
);
