import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen } from '#test/support/local-servers.ts';
import { hasSessionCookie, limitRequestTime } from './raw-requests.ts';

const session = 'Cookie: __Host-unspool-session=abc\r\n';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

/**
 * Sends the head, then one piece of the body per 150 ms of fake time, and reports whether the server cut the
 * connection. Sockets are real, so fake time advances only after a piece has arrived.
 */
async function sendSlowly(
  path: string,
  { head = '', pieces = ['first', 'after'], hasValidSession = true } = {},
): Promise<string> {
  let onChunk: () => void = () => undefined;
  let onHeadReceived: () => void = () => undefined;
  const headReceived = new Promise<void>((resolve) => (onHeadReceived = resolve));
  const server = createServer((request, response) => {
    limitRequestTime(request, async () => hasValidSession, 200, { everyMs: 150, bytes: 3 });
    onHeadReceived();
    request.on('error', () => undefined).on('end', () => response.end('whole'));
    request.on('data', () => onChunk());
  });
  const { port, close } = await listen(server);
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => (text += chunk));
    socket
      .on('error', () => undefined)
      .on('close', () => {
        isClosed = true;
        resolve();
      });
  });
  const length = pieces.join('').length;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\n${head}Connection: close\r\nContent-Length: ${length}\r\n\r\n`,
  );
  // Bytes that arrive with the head don't count, so the body is sent only after it.
  await headReceived;
  for (const [index, piece] of pieces.entries()) {
    if (isClosed) break;
    if (piece !== '') {
      const chunkReceived = new Promise<void>((resolve) => (onChunk = resolve));
      socket.write(piece);
      await Promise.race([chunkReceived, closed]);
    }
    if (index < pieces.length - 1) vi.advanceTimersByTime(150);
    // Lets the session check resolve.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await closed;
  await close();
  return text.includes('whole') ? 'answered' : 'cut';
}

const slow = { pieces: ['first', 'piece', 'after', 'piece'] };

test('a body that arrives in time gets a response', async () => {
  expect(await sendSlowly('/functions/v1/extract-threads-media')).toBe('answered');
});

test('a body that takes too long is cut off', async () => {
  expect(await sendSlowly('/functions/v1/extract-threads-media', slow)).toBe('cut');
});

test('an upload with a session has more time while data keeps arriving', async () => {
  expect(await sendSlowly('/api/admin/pictures', { ...slow, head: session })).toBe('answered');
  const late = { pieces: ['first', '', '', 'late'], head: session };
  expect(await sendSlowly('/api/admin/pictures', late)).toBe('cut');
});

test('an upload with a set-up link has more time', async () => {
  const path = '/api/data/set-up/jobs/x/upload?offset=0';
  expect(await sendSlowly(path, slow)).toBe('answered');
  expect(await sendSlowly(path, { ...slow, hasValidSession: false })).toBe('cut');
  expect(await sendSlowly('/api/data/set-upx', slow)).toBe('cut');
});

test('an invalid session cookie gives no extra time', async () => {
  expect(await sendSlowly('/api/admin/pictures', { ...slow, head: session, hasValidSession: false })).toBe(
    'cut',
  );
});

test('an admin request without a cookie gets no extra time', async () => {
  expect(await sendSlowly('/api/admin/pictures', slow)).toBe('cut');
});

test('a complete body is not cut off while it waits to be read', async () => {
  const arrived = Promise.withResolvers<IncomingMessage>();
  const server = createServer((request, response) => {
    limitRequestTime(request, async () => true, 200, { everyMs: 150, bytes: 3 });
    request.on('end', () => response.end('whole'));
    arrived.resolve(request);
  });
  const { port, close } = await listen(server);
  const url = `http://127.0.0.1:${port}/api/admin/pictures`;
  const sent = fetch(url, { method: 'POST', body: 'small', headers: { cookie: 'unspool-session=abc' } });
  const request = await arrived.promise;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  while (!request.complete) await turn();
  vi.advanceTimersByTime(200);
  await turn();
  vi.advanceTimersByTime(450);
  request.resume();
  expect(await (await sent).text()).toBe('whole');
  await close();
});

test.each([
  'unspool-session=abc',
  '__Host-unspool-session=',
  'theme=dark; unspool-session=a=b; locale=th',
  'theme;\tunspool-session=abc',
])('the header %j has a session cookie', (cookie) => {
  expect(hasSessionCookie({ headers: { cookie } })).toBe(true);
});

test.each([
  undefined,
  '',
  'unspool-session',
  'unspool=abc',
  'unspool.session=abc',
  'other-unspool-session=abc',
  'theme=unspool-session=abc',
  'UNSPOOL-SESSION=abc',
  `${'unspool'.repeat(3)}=abc`,
])('the header %j has no session cookie', (cookie) => {
  expect(hasSessionCookie({ headers: { ...(cookie !== undefined && { cookie }) } })).toBe(false);
});
