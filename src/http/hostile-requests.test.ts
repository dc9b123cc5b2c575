import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { SignedIn } from '#accounts/signed-in.ts';
import { archiveProofLabel } from '#archive/contract.ts';
import { createLogger, type Logger } from '#platform/logger.ts';
import { createSealer } from '#platform/sealed-token.ts';
import { type RunningEdge, startEdge } from '#test/support/start-edge.ts';

const headersEverywhere = ['content-security-policy', 'x-content-type-options', 'referrer-policy'];

async function sendRaw(origin: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString().toLowerCase();
}

const page = async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });

test.each([
  ['two Host headers', 400, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['no Host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['an absolute target', 400, 'GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['TRACE', 405, 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['CONNECT', 405, 'CONNECT b:443 HTTP/1.1\r\nHost: b:443\r\n\r\n'],
  ['a method of other protocols', 405, 'PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['an expectation nobody meets', 417, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n'],
  [
    'a length and chunks',
    400,
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
  ],
  ['two lengths', 400, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n'],
  ['an unknown coding', 400, 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: cow\r\n\r\n'],
  ['a space before the colon', 400, 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
  ['headers without end', 431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['what is no HTTP', 400, 'hello\r\n\r\n'],
])('%s is refused, with the headers every answer has', async (_name, status, text) => {
  await using edge = await startEdge({ web: page });
  const answer = await sendRaw(edge.origin, text);
  expect(answer).toContain(`http/1.1 ${status} `);
  for (const name of headersEverywhere) expect(answer, name).toContain(`\r\n${name}: `);
  expect(answer).toContain('connection: close');
});

const nested = (levels: number) => `{"url":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const odd: [string, string][] = [
  ['many levels', nested(1900)],
  ['a name of every object', '{"url":"x","__proto__":{"isAdmin":true}}'],
  ['its constructor', '{"url":"x","constructor":{"prototype":{"isAdmin":true}}}'],
  ['a name twice', '{"url":"https://a.example","url":"https://b.example"}'],
  ['half a character', '{"url":"\\ud800"}'],
  ['half a character in a name', '{"url":"x","\\udfff":1}'],
  ['a number', '7'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['no JSON', '{"url":'],
  ['a number of many digits', `{"url":${'9'.repeat(3000)}}`],
  ['bytes that are no text', '{"url":"\u0000'],
];

test('odd JSON is refused by every call that takes some, and changes no object', async () => {
  await using edge = await startEdge({ web: page });
  const send = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(edge.origin + path, {
      method: 'POST',
      body: Buffer.from(body),
      headers: { 'content-type': 'application/json', origin: edge.origin, ...headers },
    });
  for (const path of ['/functions/v1/extract-threads-media', '/api/accounts/sign-in']) {
    for (const [name, body] of odd) expect((await send(path, body)).status, `${path} ${name}`).toBe(400);
    const deep = await send(path, nested(10_000));
    const wide = await send(path, `{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join()}}`);
    expect([deep.status, wide.status]).toEqual([413, 413]);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
      expect((await send(path, '{"url":"x"}', { 'content-type': type })).status, type).toBe(400);
    }
    for (const [coding, pack] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const) {
      const packed = await send(path, pack('{"url":"x"}'), { 'content-encoding': coding });
      expect(packed.status, coding).toBe(400);
    }
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test('a huge body is refused before it has arrived', async () => {
  await using edge = await startEdge({ web: page });
  const path = '/functions/v1/extract-threads-media';
  const answer = await sendRaw(
    edge.origin,
    `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2000000000\r\n\r\n{`,
  );
  expect(answer).toContain('http/1.1 413 ');
});

test('a body that is cut in the middle is no fault of ours: the log has no error for each', async () => {
  const lines: string[] = [];
  let noted: () => void = () => undefined;
  const note = (level: string) => (_: unknown, words?: string) => {
    lines.push(`${level} ${words ?? _}`);
    noted();
  };
  const log = { ...createLogger('silent'), error: note('error'), debug: note('debug') } as Logger;
  await using edge = await startEdge({ web: page, overrides: { log } });
  const came = new Promise<IncomingMessage>((resolve) => edge.server.once('request', resolve));
  const left = new Promise<void>((resolve) => (noted = resolve));
  const answer = sendRaw(
    edge.origin,
    'POST /functions/v1/extract-threads-media HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"',
  ).catch(() => '');
  (await came).destroy();
  await Promise.all([left, answer]);
  expect(lines).toEqual(['debug a visitor left in the middle of a request']);
});

test('the server has bounds for what connects and does not go on', async () => {
  await using edge = await startEdge({ web: page });
  const { headersTimeout, maxRequestsPerSocket, maxConnections, timeout } = edge.server;
  // The longest of all, of writers; everybody else's is limit-arrival.test.ts.
  expect(edge.server.requestTimeout).toBeLessThanOrEqual(300_000);
  expect(headersTimeout).toBeLessThanOrEqual(10_000);
  expect(maxRequestsPerSocket).toBeLessThanOrEqual(1000);
  expect(maxConnections).toBeGreaterThan(0);
  expect(timeout).toBeGreaterThan(0);
});

/** From an address of this machine: each is a client. */
function connectFrom(edge: RunningEdge, localAddress: string): Promise<{ socket: Socket; isLetIn: boolean }> {
  const socket = connect({ port: Number(new URL(edge.origin).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.once('close', () => resolve({ socket, isLetIn: false }));
    // An answer comes only where it was let in; a connection alone is made by the system.
    socket.once('data', () => resolve({ socket, isLetIn: true }));
    socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
  });
}

test('one client holds so many connections and no more, and others have theirs', async () => {
  const few = { LIMITS_SCALE: '0.1', TRUSTED_PROXIES: '127.0.0.3' };
  await using edge = await startEdge({ web: page, environment: few });
  const own = await Promise.all(Array.from({ length: 40 }, () => connectFrom(edge, '127.0.0.2')));
  expect(own.filter(({ isLetIn }) => isLetIn)).toHaveLength(26);
  expect((await connectFrom(edge, '127.0.0.1')).isLetIn).toBe(true);
  // Everybody comes through a proxy.
  const proxied = await Promise.all(Array.from({ length: 40 }, () => connectFrom(edge, '127.0.0.3')));
  expect(proxied.every(({ isLetIn }) => isLetIn)).toBe(true);
  own.find(({ isLetIn }) => isLetIn)?.socket.destroy();
  await expect.poll(async () => (await connectFrom(edge, '127.0.0.2')).isLetIn).toBe(true);
});

test('headers that come byte by byte, of who reads no answer, are cut off, and a reader is served meanwhile', async () => {
  await using edge = await startEdge({ web: page });
  // As in the product, only sooner: it looks every two seconds.
  edge.server.headersTimeout = 500;
  let open = 200;
  const sockets = Array.from({ length: open }, () => {
    const socket = connect(Number(new URL(edge.origin).port), '127.0.0.1');
    socket.on('error', () => undefined).once('close', () => (open -= 1));
    socket.write('GET / HTTP/1.1\r\nX: ');
    return socket;
  });
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 100);
  try {
    while (open > 0) expect((await fetch(`${edge.origin}/livez`)).status).toBe(200);
  } finally {
    clearInterval(drip);
  }
});

test('with too much to do who has no session is put off below the administration too', async () => {
  await using edge = await startEdge({ web: page, app: { isOverloaded: () => true } });
  const asked: string[] = [];
  const { accounts } = edge.services;
  accounts.signedIn = async (headers) => {
    asked.push(headers.get('cookie') ?? '');
    return asked.at(-1)?.includes('true') ? ({} as SignedIn) : null;
  };
  const statusOf = async (path: string, cookie?: string) =>
    (await fetch(edge.origin + path, { headers: cookie ? { cookie } : {} })).status;
  for (const path of ['/admin', '/admin/sign-in', '/api/admin/posts', '/api/accounts/session']) {
    expect(await statusOf(path), path).toBe(503);
    expect(await statusOf(path, 'unspool.session=made-up'), path).toBe(503);
  }
  expect(asked).toHaveLength(4);
  expect(await statusOf('/admin', 'unspool.session=true')).toBe(200);
});

test('with too much to do, pages and posts are put off, and probes go on', async () => {
  let isOverloaded = true;
  await using edge = await startEdge({ web: page, app: { isOverloaded: () => isOverloaded } });
  const extract = () =>
    fetch(`${edge.origin}/functions/v1/extract-threads-media`, {
      method: 'POST',
      body: '{"url":"x"}',
      headers: { 'content-type': 'application/json', 'accept-language': 'de' },
    });
  for (const answer of [await fetch(edge.origin), await extract()]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('content-security-policy')).toBeTruthy();
    expect(await answer.json()).toMatchObject({ success: false, code: 'server.busy', retryAfter: 5 });
  }
  for (const path of ['/livez', '/readyz']) expect((await fetch(edge.origin + path)).status).toBe(200);
  isOverloaded = false;
  expect((await fetch(edge.origin)).status).toBe(200);
  isOverloaded = true;
  expect((await fetch(edge.origin)).status).toBe(200);
});

test('with too much to do a backup of this machine is taken, for who has the secret alone', async () => {
  const secret = 'a-secret-of-this-test-0123456789abcdef';
  await using edge = await startEdge({
    web: page,
    app: { isOverloaded: () => true },
    environment: { APP_SECRET: secret },
  });
  const statusOf = async (path: string, proof: string) => {
    const headers = { authorization: `Bearer ${proof}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ work: 'backup' });
    return (await fetch(edge.origin + path, { method: 'POST', headers, body })).status;
  };
  const proof = () => createSealer(secret, archiveProofLabel).seal(Date.now());
  expect(await statusOf('/api/local/archive', proof())).toBe(200);
  expect(await statusOf('/api/local/archive', 'made-up')).toBe(401);
  for (const path of ['/api/locals', '/api/admin/local', '/api/Local/archive'])
    expect(await statusOf(path, proof()), path).toBe(503);
});
