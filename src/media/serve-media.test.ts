import { expect, test } from 'vitest';
import { buildFile, serveFile, startFaultUpstream } from '#test/support/fault-media-upstream.ts';
import { sha256, startMediaRelay } from '#test/support/start-media-relay.ts';

const small = buildFile('mp4', 300_000);
const large = buildFile('mp4', 8_000_000);

test('a file goes through byte for byte, as an attachment with its exact length', async () => {
  await using upstream = await startFaultUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  for (const [path, file] of [
    ['/small', small],
    ['/large', large],
  ] as const) {
    const ended = relay.nextTransfer();
    const answer = await relay.get(relay.ticketFor(upstream.on(path, serveFile(file, 'video/mp4'))));
    expect(answer.status).toBe(200);
    expect(answer.isComplete).toBe(true);
    expect(sha256(answer.body)).toBe(sha256(file));
    expect(answer.headers['content-length']).toBe(String(file.length));
    expect(await ended).toMatchObject({ outcome: 'complete', bytes: file.length });
  }
});

test('every answer is inert: not stored, not sniffed, sandboxed, of this origin alone', async () => {
  await using upstream = await startFaultUpstream();
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

test('only the range and a fixed list go upstream, and only our own headers come down', async () => {
  await using upstream = await startFaultUpstream();
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
  const answer = await relay.get(relay.ticketFor(url), {
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
    expect(answer.headers[name], name).toBeUndefined();
  }
  expect(answer.headers.etag).not.toBe('"theirs"');
});

test('HEAD asks the CDN for the head alone', async () => {
  await using upstream = await startFaultUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const path = relay.ticketFor(upstream.on('/a', serveFile(large, 'video/mp4')));
  const head = await relay.get(path, { range: 'bytes=0-1' }, 'HEAD');
  expect(upstream.requests.map(({ method }) => method)).toEqual(['HEAD']);
  expect(upstream.bytesSent()).toBeLessThan(1_000);
  const whole = await relay.get(path);
  for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'accept-ranges']) {
    expect(head.headers[name], name).toBe(whole.headers[name]);
  }
  expect(head.status).toBe(200);
});

test.each([405, 403, 501])(
  'where the CDN answers HEAD with %d, a few bytes tell the same',
  async (status) => {
    await using upstream = await startFaultUpstream();
    await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
    const serve = serveFile(large, 'application/octet-stream');
    const url = upstream.on('/a', (request, response) => {
      if (request.method === 'HEAD') response.writeHead(status).end();
      else serve(request, response);
    });
    const head = await relay.get(relay.ticketFor(url), {}, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers).toMatchObject({
      'content-length': String(large.length),
      'content-type': 'video/mp4',
    });
    expect(upstream.requests.at(-1)?.headers.range).toBe('bytes=0-63');
    expect(upstream.bytesSent()).toBeLessThan(2_000);
  },
);

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is not allowed', async (method) => {
  await using relay = await startMediaRelay({ allowedHosts: ['127.0.0.1:9'] });
  const answer = await relay.get(relay.ticketFor('http://127.0.0.1:9/a'), {}, method);
  expect(answer.status).toBe(405);
  expect(answer.headers).toMatchObject({
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
  ['CON', 'filename=_CON.mp4'],
  ['', 'filename=threads-video-1-1763715600000.mp4'],
])('the page may name a file %j, and the server makes a plain name of it', async (name, header) => {
  await using upstream = await startFaultUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const path = `${relay.ticketFor(upstream.on('/a', serveFile(small, 'video/mp4')))}?name=${encodeURIComponent(name)}`;
  const answer = await relay.get(path);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toBe(`attachment; ${header}`);
  const rest = await relay.get(path, { range: 'bytes=5-', 'if-range': String(answer.headers.etag) });
  expect([rest.status, rest.headers['content-disposition']]).toEqual([206, `attachment; ${header}`]);
});

test('a name that no text can be, or that is too long, still makes a name; any other question is none of ours', async () => {
  await using upstream = await startFaultUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const path = relay.ticketFor(upstream.on('/a', serveFile(small, 'video/mp4')));
  for (const name of ['%', '%ff%fe', '%00', 'a+b', `${'%F0%9F%A7%B5'.repeat(400)}`]) {
    const answer = await relay.get(`${path}?name=${name}`);
    expect([answer.status, name.length > 0], name).toEqual([200, true]);
    expect(String(answer.headers['content-disposition']).length).toBeLessThan(700);
  }
  const madeUp = await relay.get('/media/made-up');
  for (const query of ['?nam=a', '?name=a&name=b', '?name=a&b=c', '?x=1&name=a'])
    expect((await relay.get(path + query)).status, query).toBe(madeUp.status);
  expect(madeUp.status).toBeGreaterThan(400);
});

test('type and extension follow the bytes, not the promise', async () => {
  await using upstream = await startFaultUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const url = upstream.on('/a', serveFile(buildFile('jpg', 5_000), 'image/webp'));
  const answer = await relay.get(relay.ticketFor(url, { format: 'WEBP' }));
  expect(answer.headers['content-type']).toBe('image/jpeg');
  expect(answer.headers['content-disposition']).toMatch(/\.jpg$/);
});

test('without a ticket, an expired one or another process’s nothing is fetched', async () => {
  await using upstream = await startFaultUpstream();
  let now = 1_000_000;
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host], now: () => now });
  await using other = await startMediaRelay({ allowedHosts: [upstream.host], secret: 'another secret' });
  const url = upstream.on('/a', serveFile(small, 'video/mp4'));
  const path = relay.ticketFor(url);
  const code = async (wanted: string) => (await relay.get(wanted)).body.toString();
  for (const wrong of ['/media/', '/media/x', `${path}?a=1`, `${path}/`, `${path}A`, other.ticketFor(url)]) {
    expect(await code(wrong), wrong).toBe('ticket.invalid');
  }
  now += 15 * 60_000;
  expect(await code(path)).toBe('ticket.expired');
  expect(upstream.requests).toHaveLength(0);
});

test('a dead address is renewed once and the transfer goes on', async () => {
  await using upstream = await startFaultUpstream();
  const fresh = upstream.on('/fresh', serveFile(small, 'video/mp4'));
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host], renew: async () => fresh });
  for (const status of [403, 404, 410]) {
    const dead = upstream.on('/dead', (_request, response) => {
      response.writeHead(status, { 'content-type': 'text/plain' }).end('URL signature expired');
    });
    for (const method of ['GET', 'HEAD']) {
      const answer = await relay.get(relay.ticketFor(dead), {}, method);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-length']).toBe(String(small.length));
    }
    const part = await relay.get(relay.ticketFor(dead), { range: 'bytes=100-199' });
    expect(sha256(part.body)).toBe(sha256(small.subarray(100, 200)));
  }
  expect(relay.renewals).toHaveLength(9);
  expect(relay.renewals[0]).toMatchObject({ itemId: '1', part: 'file' });
});

test('a file that is gone for good, or renewed to a place we do not go, is gone', async () => {
  await using upstream = await startFaultUpstream();
  await using inside = await startFaultUpstream();
  const answers = [null, `${inside.origin}/secret`, 'https://evil.example/x'];
  let now = 1_000_000;
  await using relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    now: () => now,
    renew: async () => answers.shift() ?? null,
  });
  const path = relay.ticketFor(`${upstream.origin}/missing`);
  for (let i = 0; i < 4; i += 1) {
    expect((await relay.get(path)).body.toString()).toBe('media.gone');
    now += 60_000;
  }
  expect(relay.renewals).toHaveLength(4);
  expect(inside.requests).toHaveLength(0);
});

test.each([
  ['not found again', null],
  ['found at a dead address', '/dead'],
] as const)('a post whose file is %s is not read again for a minute, others are', async (_how, found) => {
  await using upstream = await startFaultUpstream();
  let now = 1_000_000;
  await using relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    now: () => now,
    renew: async () => found && `${upstream.origin}${found}`,
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
  now += 1;
  await relay.get(path);
  expect(relay.renewals).toHaveLength(3);
});

test.each(['GET', 'HEAD'])(
  'one deadline stands around both tries and the renewal of a %s',
  async (method) => {
    await using upstream = await startFaultUpstream();
    const silent = upstream.on('/silent', () => undefined);
    const renewals = [() => Promise.withResolvers<string>().promise, async () => silent];
    await using relay = await startMediaRelay({
      allowedHosts: [upstream.host],
      limits: { openMs: 150 },
      renew: async () => renewals.shift()?.() ?? null,
    });
    for (const what of ['a renewal without end', 'a fresh address without an answer']) {
      const started = performance.now();
      const answer = await relay.get(relay.ticketFor(`${upstream.origin}/missing`), {}, method);
      expect(answer.status, what).toBe(599);
      expect(relay.refusals.at(-1)?.code, what).toBe('media.timeout');
      expect(performance.now() - started).toBeLessThan(1_000);
    }
    await expect.poll(() => upstream.openSockets()).toBeLessThan(2);
  },
);
