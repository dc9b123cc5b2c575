import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { AuthSession } from '#accounts/contract.ts';
import { backupProofLabel } from '#backup/contract.ts';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { createLogger, type Logger } from '#platform/logger.ts';
import { startTestServer, type TestServer } from '#test/support/start-server.ts';
import { sendRaw } from './fixtures/send-raw.ts';

const headersEverywhere = ['content-security-policy', 'x-content-type-options', 'referrer-policy'];

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
])('%s is rejected with the standard headers', async (_name, status, text) => {
  await using server = await startTestServer({ web: page });
  const response = (await sendRaw(server.origin, text)).toLowerCase();
  expect(response).toContain(`http/1.1 ${status} `);
  for (const name of headersEverywhere) expect(response, name).toContain(`\r\n${name}: `);
  expect(response).toContain('connection: close');
});

const nested = (levels: number) => `{"url":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const malformedBodies: [string, string][] = [
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

test('hostile JSON is rejected by every public JSON route and pollutes no prototype', async () => {
  await using server = await startTestServer({ web: page });
  const send = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(server.origin + path, {
      method: 'POST',
      body: Buffer.from(body),
      headers: { 'content-type': 'application/json', origin: server.origin, ...headers },
    });
  for (const path of ['/functions/v1/extract-threads-media', '/api/accounts/sign-in']) {
    for (const [name, body] of malformedBodies)
      expect((await send(path, body)).status, `${path} ${name}`).toBe(400);
    const deep = await send(path, nested(10_000));
    const wide = await send(path, `{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join()}}`);
    expect([deep.status, wide.status]).toEqual([413, 413]);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
      expect((await send(path, '{"url":"x"}', { 'content-type': type })).status, type).toBe(400);
    }
    for (const [coding, compress] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const) {
      const packed = await send(path, compress('{"url":"x"}'), { 'content-encoding': coding });
      expect(packed.status, coding).toBe(400);
    }
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test('a huge body is rejected before it arrives', async () => {
  await using server = await startTestServer({ web: page });
  const path = '/functions/v1/extract-threads-media';
  const response = await sendRaw(
    server.origin,
    `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2000000000\r\n\r\n{`,
  );
  expect(response).toContain('HTTP/1.1 413 ');
});

test('an interrupted upload is logged as debug, not as an error', async () => {
  const lines: string[] = [];
  let onLog: () => void = () => undefined;
  const recordLog = (level: string) => (fields: unknown, message?: string) => {
    lines.push(`${level} ${message ?? fields}`);
    onLog();
  };
  const log = {
    ...createLogger('silent'),
    error: recordLog('error'),
    warn: recordLog('warn'),
    debug: recordLog('debug'),
  } as Logger;
  await using server = await startTestServer({ web: page, overrides: { log } });
  const requestReceived = new Promise<IncomingMessage>((resolve) =>
    server.httpServer.once('request', resolve),
  );
  const logged = new Promise<void>((resolve) => (onLog = resolve));
  const response = sendRaw(
    server.origin,
    'POST /functions/v1/extract-threads-media HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"',
  ).catch(() => '');
  (await requestReceived).destroy();
  await Promise.all([logged, response]);
  expect(lines).toEqual(['debug client disconnected during a request']);
});

test('the server limits slow and idle connections', async () => {
  await using server = await startTestServer({ web: page });
  const { headersTimeout, maxRequestsPerSocket, maxConnections, timeout } = server.httpServer;
  // The maximum, for admin uploads. middleware/raw-requests.test.ts covers the shorter limit.
  expect(server.httpServer.requestTimeout).toBeLessThanOrEqual(300_000);
  expect(headersTimeout).toBeLessThanOrEqual(10_000);
  expect(maxRequestsPerSocket).toBeLessThanOrEqual(1000);
  expect(maxConnections).toBeGreaterThan(0);
  expect(timeout).toBeGreaterThan(0);
});

/** Connects from a loopback address; each address counts as one client. */
function connectFrom(
  server: TestServer,
  localAddress: string,
): Promise<{ socket: Socket; isAccepted: boolean }> {
  const socket = connect({ port: Number(new URL(server.origin).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.once('close', () => resolve({ socket, isAccepted: false }));
    // Only a response proves that the server accepted it; the OS completes the connection either way.
    socket.once('data', () => resolve({ socket, isAccepted: true }));
    socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
  });
}

test('connections are limited per client', async () => {
  const lowLimits = { LIMITS_SCALE: '0.1', TRUSTED_PROXIES: '127.0.0.3' };
  await using server = await startTestServer({ web: page, environment: lowLimits });
  const connections = await Promise.all(Array.from({ length: 40 }, () => connectFrom(server, '127.0.0.2')));
  expect(connections.filter(({ isAccepted }) => isAccepted)).toHaveLength(26);
  expect((await connectFrom(server, '127.0.0.1')).isAccepted).toBe(true);
  // A trusted proxy is exempt.
  const proxied = await Promise.all(Array.from({ length: 40 }, () => connectFrom(server, '127.0.0.3')));
  expect(proxied.every(({ isAccepted }) => isAccepted)).toBe(true);
  connections.find(({ isAccepted }) => isAccepted)?.socket.destroy();
  await expect.poll(async () => (await connectFrom(server, '127.0.0.2')).isAccepted).toBe(true);
});

test('slow headers time out while other clients are served', async () => {
  await using server = await startTestServer({ web: page });
  // Shorter than in production. The server checks every two seconds.
  server.httpServer.headersTimeout = 500;
  let open = 200;
  const sockets = Array.from({ length: open }, () => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    socket.on('error', () => undefined).once('close', () => (open -= 1));
    socket.write('GET / HTTP/1.1\r\nX: ');
    return socket;
  });
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 100);
  try {
    while (open > 0) expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
  } finally {
    clearInterval(drip);
  }
});

test('under load, admin requests without a session are rejected too', async () => {
  await using server = await startTestServer({ web: page, app: { isOverloaded: () => true } });
  const cookies: string[] = [];
  const { accounts } = server.services;
  accounts.getSession = async (headers) => {
    cookies.push(headers.get('cookie') ?? '');
    return cookies.at(-1)?.includes('true') ? ({} as AuthSession) : null;
  };
  const fetchStatus = async (path: string, cookie?: string) =>
    (await fetch(server.origin + path, { headers: cookie ? { cookie } : {} })).status;
  for (const path of ['/admin', '/admin/sign-in', '/api/admin/posts', '/api/accounts/session']) {
    expect(await fetchStatus(path), path).toBe(503);
    expect(await fetchStatus(path, 'unspool-session=made-up'), path).toBe(503);
  }
  expect(cookies).toHaveLength(4);
  expect(await fetchStatus('/admin', 'unspool-session=true')).toBe(200);
});

test('under load, pages and extractions are rejected, and probes still work', async () => {
  let isOverloaded = true;
  await using server = await startTestServer({ web: page, app: { isOverloaded: () => isOverloaded } });
  const extract = () =>
    fetch(`${server.origin}/functions/v1/extract-threads-media`, {
      method: 'POST',
      body: '{"url":"x"}',
      headers: { 'content-type': 'application/json', 'accept-language': 'de' },
    });
  for (const response of [await fetch(server.origin), await extract()]) {
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(response.headers.get('content-security-policy')).toBeTruthy();
    expect(await response.json()).toMatchObject({ success: false, code: 'server.busy', retryAfter: 5 });
  }
  for (const path of ['/livez', '/readyz']) expect((await fetch(server.origin + path)).status).toBe(200);
  isOverloaded = false;
  expect((await fetch(server.origin)).status).toBe(200);
  isOverloaded = true;
  expect((await fetch(server.origin)).status).toBe(200);
});

test('under load, a local backup still works for a caller with the secret', async () => {
  const secret = 'a-secret-of-this-test-0123456789abcdef';
  await using server = await startTestServer({
    web: page,
    app: { isOverloaded: () => true },
    environment: { APP_SECRET: secret },
  });
  const fetchStatus = async (path: string, proof: string) => {
    const headers = { authorization: `Bearer ${proof}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ work: 'backup' });
    return (await fetch(server.origin + path, { method: 'POST', headers, body })).status;
  };
  const proof = () => createSealer(secret, backupProofLabel).seal(Date.now());
  expect(await fetchStatus('/api/local/archive', proof())).toBe(200);
  expect(await fetchStatus('/api/local/archive', 'made-up')).toBe(401);
  for (const path of ['/api/locals', '/api/admin/local', '/api/Local/archive'])
    expect(await fetchStatus(path, proof()), path).toBe(503);
});
