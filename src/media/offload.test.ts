import { beforeAll, describe, expect, test } from 'vitest';
import { buildFile, serveFile, startFaultUpstream } from '#test/support/fault-media-upstream.ts';
import { fetchRaw, sha256, startMediaRelay } from '#test/support/start-media-relay.ts';
import { hasNginx } from '#test/support/start-nginx.ts';
import { type Offload, startOffload } from '#test/support/start-offload.ts';
import { offloadHeader } from './offload-file.ts';

const file = buildFile('mp4', 3_000_000);
const total = file.length;
/** Headers of the connection, not of the file. */
const ofConnection = ['date', 'connection', 'keep-alive', 'server', 'transfer-encoding'];

const plain = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name)));

describe.skipIf(!hasNginx())('a file that nginx sends', () => {
  let scene: Offload;
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
  ] as const)('%s has the bytes, status and headers of the relay’s', async (_, headers) => {
    const path = scene.pathOf(
      serveFile(file, 'video/mp4', {
        etag: '"cdn-1"',
        'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
      }),
    );
    const own = await scene.relay.get(path, headers);
    const before = scene.relay.transfers.length;
    const sent = await viaNginx(path, headers);
    expect(scene.relay.transfers.slice(before).map(({ outcome }) => outcome)).toEqual(['handed_over']);
    expect(sent.status).toBe(own.status);
    expect(plain(sent.headers)).toEqual(plain(own.headers));
    expect(sha256(sent.body)).toBe(sha256(own.body));
    expect(sent.isComplete).toBe(true);
  });

  test('goes on where it was cut, by its own validator, and HEAD tells the same', async () => {
    const path = scene.pathOf(serveFile(file, 'video/mp4'));
    const head = await viaNginx(path, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(total), 0]);
    const etag = String(head.headers.etag);
    const rest = await viaNginx(path, { range: 'bytes=1000-', 'if-range': etag });
    expect(rest.status).toBe(206);
    expect(rest.headers['content-range']).toBe(`bytes 1000-${total - 1}/${total}`);
    expect(sha256(rest.body)).toBe(sha256(file.subarray(1000)));
  });

  test('has the name of its ticket, whatever that holds', async () => {
    const name = 'Überraschung "2" – 日本.mp4';
    const path = scene.pathOf(serveFile(file, 'video/mp4'), { name, purpose: 'inline' });
    const sent = await viaNginx(path);
    const own = await scene.relay.get(path);
    expect(sent.headers['content-disposition']).toBe(own.headers['content-disposition']);
    expect(sent.headers['content-disposition']).toContain("filename*=UTF-8''");
  });

  test('that ends before its first 64 bytes comes whole', async () => {
    const small = buildFile('jpg', 40);
    const sent = await viaNginx(scene.pathOf(serveFile(small, 'image/jpeg')));
    expect(sha256(sent.body)).toBe(sha256(small));
    expect(sent.headers['content-type']).toBe('image/jpeg');
  });

  test('brings none of the media host’s headers that a browser acts upon, and none of ours between us', async () => {
    const orders = {
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
    const path = scene.pathOf(serveFile(file, 'video/mp4', orders));
    const sent = await viaNginx(path);
    expect(sha256(sent.body)).toBe(sha256(file));
    expect(plain(sent.headers)).toEqual(plain((await scene.relay.get(path)).headers));
  });

  test('is asked for with none of the visitor’s headers', async () => {
    scene.upstream.requests.length = 0;
    await viaNginx(scene.pathOf(serveFile(file, 'video/mp4', { etag: '"strong"' })), {
      cookie: 'session=1',
      authorization: 'Bearer 1',
      'x-forwarded-for': '203.0.113.9',
      referer: 'https://unspool.example/de/',
      'accept-language': 'de',
      'user-agent': 'a visitor',
      range: 'bytes=100-199',
    });
    const [judged, fetched] = scene.upstream.requests;
    expect(judged?.headers.range).toBe('bytes=0-63');
    const { connection: _, ...asked } = fetched?.headers ?? {};
    const { connection: __, range: ___, ...ours } = judged?.headers ?? {};
    expect(asked).toEqual({ ...ours, range: 'bytes=100-199', 'if-match': '"strong"' });
  });

  test('that is another one than was judged is refused by the media host, and the relay asks anew', async () => {
    let asked = 0;
    const path = scene.pathOf((request, response) => {
      asked += 1;
      if (request.headers['if-match']) return void response.writeHead(412).end();
      serveFile(file, 'video/mp4', { etag: '"changing"' })(request, response);
    });
    expect(sha256((await viaNginx(path)).body)).toBe(sha256(file));
    expect(asked).toBe(3);
  });

  test.each([
    [302, { location: 'http://127.0.0.1:1/' }],
    [403, {}],
    [404, {}],
    [429, {}],
    [500, {}],
    [503, {}],
  ] as const)(
    'whose second answer is %d is sent by the relay, with its headers once',
    async (status, extra) => {
      const path = scene.pathOf((request, response) => {
        if (request.headers.connection === 'close') response.writeHead(status, extra).end('<html>');
        else serveFile(file, 'video/mp4')(request, response);
      });
      const before = scene.relay.transfers.length;
      const sent = await viaNginx(path);
      const own = await scene.relay.get(path);
      expect(sha256(sent.body)).toBe(sha256(file));
      expect(plain(sent.headers)).toEqual(plain(own.headers));
      expect(
        scene.relay.transfers.slice(before).map(({ outcome, isFallback }) => [outcome, isFallback]),
      ).toEqual([
        ['handed_over', false],
        ['complete', true],
        ['complete', false],
      ]);
    },
  );

  test.each([
    [403, 'media.gone'],
    [429, 'media.busy'],
    [500, 'media.unreachable'],
  ] as const)('that the media host refuses with %d is refused as by the relay', async (status, code) => {
    const sent = await viaNginx(scene.pathOf((_, response) => void response.writeHead(status).end()));
    expect([sent.status, sent.body.toString()]).toEqual([599, code]);
  });

  test.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(200)), 'image/jpeg'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(200)), 'video/mp4'],
    ['what is declared as a page', file, 'text/html'],
  ])('%s is no file, judged by its first bytes whatever part is asked for', async (_, bytes, type) => {
    const path = scene.pathOf(serveFile(bytes, type));
    for (const headers of [{}, { range: 'bytes=100-150' }] as Record<string, string>[]) {
      const sent = await viaNginx(path, headers);
      expect([sent.status, sent.body.toString()]).toEqual([599, 'media.wrong_type']);
    }
  });

  test('past whose end a part was asked for is refused with its length', async () => {
    const before = scene.relay.refusals.length;
    const sent = await viaNginx(scene.pathOf(serveFile(file, 'video/mp4')), { range: `bytes=${total}-` });
    expect(sent.status).toBe(599);
    expect(scene.relay.refusals.slice(before)).toEqual([{ code: 'media.range', totalBytes: total }]);
  });

  test('of unknown length, or empty, is the relay’s', async () => {
    const chunked = scene.pathOf((_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      response.end(file);
    });
    expect(sha256((await viaNginx(chunked)).body)).toBe(sha256(file));
    const empty = await viaNginx(scene.pathOf(serveFile(Buffer.alloc(0), 'video/mp4')));
    expect([empty.status, empty.body.toString()]).toEqual([599, 'media.wrong_type']);
  });

  test('that is cut on the way is cut for the visitor too', async () => {
    const path = scene.pathOf((request, response) => {
      if (request.headers.connection !== 'close') return serveFile(file, 'video/mp4')(request, response);
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': total });
      response.write(file.subarray(0, 2_000_000), () => response.destroy());
    });
    const sent = await viaNginx(path);
    expect(sent.status).toBe(200);
    expect(sent.isComplete).toBe(false);
    expect(sent.body.length).toBeLessThanOrEqual(2_000_000);
  });

  test('is let go at the media host when its visitor leaves', async () => {
    const path = scene.pathOf((request, response) => {
      if (request.headers.connection !== 'close') return serveFile(file, 'video/mp4')(request, response);
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 1e9 }).write(file);
      left = new Promise((resolve) => response.on('close', resolve));
    });
    let left: Promise<unknown> = new Promise(() => undefined);
    const leaving = new AbortController();
    const answer = await fetch(scene.nginx.origin + path, { signal: leaving.signal });
    expect(answer.status).toBe(200);
    leaving.abort();
    await left;
  });

  test('its inner place is nobody’s to ask for, and a ticket made up is none', async () => {
    const inner = await viaNginx('/_unspool/media', { 'x-unspool-source': scene.upstream.origin });
    expect(inner.status).toBe(599);
    const made = await viaNginx('/media/AAAA', { 'x-unspool-offload': 'nginx' });
    expect([made.status, made.body.toString()]).toEqual([599, 'ticket.invalid']);
  });

  test('leaves no address, name, link or ticket in what nginx writes', async () => {
    const path = scene.pathOf(serveFile(file, 'video/mp4'));
    await viaNginx(path, {
      referer: 'https://www.threads.com/@somebody/post/1',
      'user-agent': 'agent-of-visitor',
    });
    await viaNginx(scene.pathOf((request) => void request.socket.destroy()));
    await viaNginx('/media/not-a-ticket?and=more');
    const written = scene.nginx.output();
    expect(written).toContain('"method":"GET","status":200');
    const notices = /^\d{4}\/\d\d\/\d\d .* \[notice\] .*$/gm;
    const rest = written.replace(notices, '');
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
      expect(rest).not.toContain(trace);
    for (const line of rest.split('\n').filter(Boolean))
      expect(Object.keys(JSON.parse(line))).toEqual(['time', 'method', 'status', 'bytes', 'seconds']);
  });
});

test('a node tells where a file lies only to a proxy that says it can send it', async () => {
  await using upstream = await startFaultUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const path = relay.ticketFor(upstream.on('/a', serveFile(file, 'video/mp4')));
  const answer = await relay.get(path, { [offloadHeader]: 'nginx' });
  expect(answer.body.length).toBe(total);
  expect(JSON.stringify(answer.headers)).not.toMatch(/unspool|accel/);
});
