import { beforeAll, describe, expect, test } from 'vitest';
import {
  buildFile,
  type Scene,
  serveFile,
  startFaultyUpstream,
} from '#test/support/faulty-media-upstream.ts';
import { fetchRaw, sha256, startMediaRelay } from '#test/support/start-media-relay.ts';
import { hasNginx, startNginx } from '#test/support/start-nginx.ts';
import { offloadFallbackValue, offloadHeader, type Ticket } from '../contract.ts';

const file = buildFile('mp4', 3_000_000);
const total = file.length;
const connectionHeaders = ['date', 'connection', 'keep-alive', 'server', 'transfer-encoding'];

const withoutConnectionHeaders = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.includes(name)));

async function startOffload() {
  const upstream = await startFaultyUpstream();
  const relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    limits: { firstByteMs: 2000, openMs: 3000 },
    mayOffload: ({ headers }) => headers[offloadHeader] === 'nginx',
    isFallback: ({ headers }) => headers[offloadHeader] === offloadFallbackValue,
  });
  const nginx = await startNginx([new URL(relay.origin).host]);
  let count = 0;
  return {
    upstream,
    relay,
    nginx,
    createPath(handler: Scene, overrides?: Partial<Ticket>) {
      count += 1;
      return relay.ticketFor(upstream.on(`/v/${count}.mp4`, handler), overrides);
    },
    async [Symbol.asyncDispose]() {
      await nginx[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(!hasNginx())('a file sent by nginx', () => {
  let scene: Awaited<ReturnType<typeof startOffload>>;
  beforeAll(async () => {
    scene = await startOffload();
    return () => scene[Symbol.asyncDispose]();
  });

  const viaNginx = (path: string, headers?: Record<string, string>, method?: string) =>
    fetchRaw(scene.nginx.origin + path, headers, method);

  test.each([
    ['whole', {}],
    ['a part', { range: 'bytes=5-9' }],
    ['the rest', { range: 'bytes=2000000-' }],
    ['the end', { range: 'bytes=-500' }],
    ['past its end', { range: 'bytes=10-99999999' }],
    ['two parts', { range: 'bytes=0-1,5-9' }],
    ['with a validator of something else', { range: 'bytes=5-9', 'if-range': '"other"' }],
  ] as const)('%s has the same bytes, status and headers as from the relay', async (_, headers) => {
    const path = scene.createPath(
      serveFile(file, 'video/mp4', {
        etag: '"cdn-1"',
        'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
      }),
    );
    const relayResponse = await scene.relay.get(path, headers);
    const before = scene.relay.transfers.length;
    const nginxResponse = await viaNginx(path, headers);
    expect(scene.relay.transfers.slice(before).map(({ outcome }) => outcome)).toEqual(['handed_over']);
    expect(nginxResponse.status).toBe(relayResponse.status);
    expect(withoutConnectionHeaders(nginxResponse.headers)).toEqual(
      withoutConnectionHeaders(relayResponse.headers),
    );
    expect(sha256(nginxResponse.body)).toBe(sha256(relayResponse.body));
    expect(nginxResponse.isComplete).toBe(true);
  });

  test('resumes with its own validator, which HEAD returns too', async () => {
    const path = scene.createPath(serveFile(file, 'video/mp4'));
    const head = await viaNginx(path, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(total), 0]);
    const etag = String(head.headers.etag);
    const partialResponse = await viaNginx(path, { range: 'bytes=1000-', 'if-range': etag });
    expect(partialResponse.status).toBe(206);
    expect(partialResponse.headers['content-range']).toBe(`bytes 1000-${total - 1}/${total}`);
    expect(sha256(partialResponse.body)).toBe(sha256(file.subarray(1000)));
  });

  test('has the name of its ticket, with any characters', async () => {
    const name = 'Überraschung "2" – 日本.mp4';
    const path = scene.createPath(serveFile(file, 'video/mp4'), { name, purpose: 'inline' });
    const nginxResponse = await viaNginx(path);
    const relayResponse = await scene.relay.get(path);
    expect(nginxResponse.headers['content-disposition']).toBe(relayResponse.headers['content-disposition']);
    expect(nginxResponse.headers['content-disposition']).toContain("filename*=UTF-8''");
  });

  test('is complete if it is shorter than 64 bytes', async () => {
    const small = buildFile('jpg', 40);
    const nginxResponse = await viaNginx(scene.createPath(serveFile(small, 'image/jpeg')));
    expect(sha256(nginxResponse.body)).toBe(sha256(small));
    expect(nginxResponse.headers['content-type']).toBe('image/jpeg');
  });

  test('forwards neither active headers of the media host nor our internal headers', async () => {
    const hostileHeaders = {
      'set-cookie': 'a=b',
      location: 'https://evil.example/',
      refresh: '0; url=https://evil.example/',
      link: '<https://evil.example/>; rel=preload',
      'content-security-policy': 'default-src *',
      'access-control-allow-origin': '*',
      'strict-transport-security': 'max-age=0',
      'clear-site-data': '"*"',
      'service-worker-allowed': '/',
      'content-disposition': 'inline; filename=evil.html',
      'cache-control': 'public, max-age=9999',
      etag: '"cdn"',
      'alt-svc': 'h3=":443"',
      'x-accel-redirect': '/admin',
      'x-accel-limit-rate': '1',
      'x-accel-expires': '100',
      'x-unspool-source': 'http://127.0.0.1:1/',
    };
    const path = scene.createPath(serveFile(file, 'video/mp4', hostileHeaders));
    const nginxResponse = await viaNginx(path);
    expect(sha256(nginxResponse.body)).toBe(sha256(file));
    expect(withoutConnectionHeaders(nginxResponse.headers)).toEqual(
      withoutConnectionHeaders((await scene.relay.get(path)).headers),
    );
  });

  test('is requested without any headers of the client', async () => {
    scene.upstream.requests.length = 0;
    await viaNginx(scene.createPath(serveFile(file, 'video/mp4', { etag: '"strong"' })), {
      cookie: 'session=1',
      authorization: 'Bearer 1',
      'x-forwarded-for': '203.0.113.9',
      referer: 'https://unspool.example/de/',
      'accept-language': 'de',
      'user-agent': 'a visitor',
      range: 'bytes=100-199',
    });
    const [relayRequest, nginxRequest] = scene.upstream.requests;
    expect(relayRequest?.headers.range).toBe('bytes=0-63');
    const { connection: _, ...nginxHeaders } = nginxRequest?.headers ?? {};
    const { connection: __, range: ___, ...relayHeaders } = relayRequest?.headers ?? {};
    expect(nginxHeaders).toEqual({ ...relayHeaders, range: 'bytes=100-199', 'if-match': '"strong"' });
  });

  test('falls back to the relay if the file changed after validation', async () => {
    let requestCount = 0;
    const path = scene.createPath((request, response) => {
      requestCount += 1;
      if (request.headers['if-match']) return void response.writeHead(412).end();
      serveFile(file, 'video/mp4', { etag: '"changing"' })(request, response);
    });
    expect(sha256((await viaNginx(path)).body)).toBe(sha256(file));
    expect(requestCount).toBe(3);
  });

  test.each([
    [302, { location: 'http://127.0.0.1:1/' }],
    [403, {}],
    [404, {}],
    [429, {}],
    [500, {}],
    [503, {}],
  ] as const)('falls back to the relay on status %d, without duplicate headers', async (status, extra) => {
    const path = scene.createPath((request, response) => {
      if (request.headers.connection === 'close') response.writeHead(status, extra).end('<html>');
      else serveFile(file, 'video/mp4')(request, response);
    });
    const before = scene.relay.transfers.length;
    const nginxResponse = await viaNginx(path);
    const relayResponse = await scene.relay.get(path);
    expect(sha256(nginxResponse.body)).toBe(sha256(file));
    expect(withoutConnectionHeaders(nginxResponse.headers)).toEqual(
      withoutConnectionHeaders(relayResponse.headers),
    );
    expect(
      scene.relay.transfers.slice(before).map(({ outcome, isFallback }) => [outcome, isFallback]),
    ).toEqual([
      ['handed_over', false],
      ['complete', true],
      ['complete', false],
    ]);
  });

  test.each([
    [403, 'media.gone'],
    [429, 'media.busy'],
    [500, 'media.unreachable'],
  ] as const)("gets the relay's error if the media host responds with %d", async (status, code) => {
    const nginxResponse = await viaNginx(
      scene.createPath((_, response) => void response.writeHead(status).end()),
    );
    expect([nginxResponse.status, nginxResponse.body.toString()]).toEqual([599, code]);
  });

  test.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(200)), 'image/jpeg'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(200)), 'video/mp4'],
    ['what is declared as a page', file, 'text/html'],
  ])('%s is rejected by its first bytes for any range', async (_, bytes, type) => {
    const path = scene.createPath(serveFile(bytes, type));
    for (const headers of [{}, { range: 'bytes=100-150' }] as Record<string, string>[]) {
      const nginxResponse = await viaNginx(path, headers);
      expect([nginxResponse.status, nginxResponse.body.toString()]).toEqual([599, 'media.wrong_type']);
    }
  });

  test('rejects a range past the end with the file length', async () => {
    const before = scene.relay.errors.length;
    const nginxResponse = await viaNginx(scene.createPath(serveFile(file, 'video/mp4')), {
      range: `bytes=${total}-`,
    });
    expect(nginxResponse.status).toBe(599);
    expect(scene.relay.errors.slice(before)).toEqual([{ code: 'media.range', totalBytes: total }]);
  });

  test('is sent by the relay if its length is unknown or zero', async () => {
    const chunked = scene.createPath((_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      response.end(file);
    });
    expect(sha256((await viaNginx(chunked)).body)).toBe(sha256(file));
    const empty = await viaNginx(scene.createPath(serveFile(Buffer.alloc(0), 'video/mp4')));
    expect([empty.status, empty.body.toString()]).toEqual([599, 'media.wrong_type']);
  });

  test('is incomplete for the client if the upstream connection is cut', async () => {
    const path = scene.createPath((request, response) => {
      if (request.headers.connection !== 'close') return serveFile(file, 'video/mp4')(request, response);
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': total });
      response.write(file.subarray(0, 2_000_000), () => response.destroy());
    });
    const nginxResponse = await viaNginx(path);
    expect(nginxResponse.status).toBe(200);
    expect(nginxResponse.isComplete).toBe(false);
    expect(nginxResponse.body.length).toBeLessThanOrEqual(2_000_000);
  });

  test('closes the upstream connection when the client disconnects', async () => {
    const path = scene.createPath((request, response) => {
      if (request.headers.connection !== 'close') return serveFile(file, 'video/mp4')(request, response);
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 1e9 }).write(file);
      upstreamClosed = new Promise((resolve) => response.on('close', resolve));
    });
    let upstreamClosed: Promise<unknown> = new Promise(() => undefined);
    const controller = new AbortController();
    const nginxResponse = await fetch(scene.nginx.origin + path, { signal: controller.signal });
    expect(nginxResponse.status).toBe(200);
    controller.abort();
    await upstreamClosed;
  });

  test('does not expose the internal location or accept a forged ticket', async () => {
    const inner = await viaNginx('/_unspool/media', { 'x-unspool-source': scene.upstream.origin });
    expect(inner.status).toBe(599);
    const forgedResponse = await viaNginx('/media/AAAA', { 'x-unspool-offload': 'nginx' });
    expect([forgedResponse.status, forgedResponse.body.toString()]).toEqual([599, 'ticket.invalid']);
  });

  test('leaves no URL, host, path or ticket in the nginx log', async () => {
    const path = scene.createPath(serveFile(file, 'video/mp4'));
    await viaNginx(path, {
      referer: 'https://www.threads.com/@somebody/post/1',
      'user-agent': 'agent-of-visitor',
    });
    await viaNginx(scene.createPath((request) => void request.socket.destroy()));
    await viaNginx('/media/not-a-ticket?and=more');
    const log = scene.nginx.output();
    expect(log).toContain('"method":"GET","status":200');
    const notices = /^\d{4}\/\d\d\/\d\d .* \[notice\] .*$/gm;
    const accessLog = log.replace(notices, '');
    for (const trace of [
      path,
      path.slice(-40),
      scene.upstream.host,
      '127.0.0.1',
      '/v/',
      '/media',
      'threads',
      'agent-of',
      'and=more',
    ])
      expect(accessLog).not.toContain(trace);
    for (const line of accessLog.split('\n').filter(Boolean))
      expect(Object.keys(JSON.parse(line))).toEqual(['time', 'method', 'status', 'bytes', 'seconds']);
  });
});

test('offload headers are sent only to a configured proxy', async () => {
  await using upstream = await startFaultyUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const path = relay.ticketFor(upstream.on('/a', serveFile(file, 'video/mp4')));
  const response = await relay.get(path, { [offloadHeader]: 'nginx' });
  expect(response.body.length).toBe(total);
  expect(JSON.stringify(response.headers)).not.toMatch(/unspool|accel/);
});
