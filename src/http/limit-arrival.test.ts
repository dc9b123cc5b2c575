import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitArrival } from './limit-arrival.ts';

const session = 'Cookie: __Host-unspool.session=abc\r\n';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

/**
 * Sends the head and, in each stretch of 150 ms, one piece of the body, of which the last is the rest; says whether the
 * connection was cut before. Sockets are real, the time is not: it goes on when a piece has come.
 */
async function sendSlowly(
  path: string,
  { head = '', pieces = ['first', 'after'], isWriter = true } = {},
): Promise<string> {
  let arrived: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const headCame = new Promise<void>((resolve) => (begun = resolve));
  const server = createServer((request, response) => {
    limitArrival(request, async () => isWriter, 200, { everyMs: 150, bytes: 3 });
    begun();
    request.on('error', () => undefined).on('end', () => response.end('whole'));
    request.on('data', () => arrived());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
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
  // Of the body nothing may come together with the head, which is no part of what counts.
  await headCame;
  for (const [index, piece] of pieces.entries()) {
    if (isClosed) break;
    if (piece !== '') {
      const here = new Promise<void>((resolve) => (arrived = resolve));
      socket.write(piece);
      await Promise.race([here, closed]);
    }
    if (index < pieces.length - 1) vi.advanceTimersByTime(150);
    // Who is asked then answers.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await closed;
  await new Promise((resolve) => server.close(resolve));
  return text.includes('whole') ? 'answered' : 'cut';
}

const slow = { pieces: ['first', 'piece', 'after', 'piece'] };

test('a body that comes in time is answered', async () => {
  expect(await sendSlowly('/functions/v1/extract-threads-media')).toBe('answered');
});

test('a body that takes too long is cut', async () => {
  expect(await sendSlowly('/functions/v1/extract-threads-media', slow)).toBe('cut');
});

test('what writers send has longer, as long as it keeps coming', async () => {
  expect(await sendSlowly('/api/admin/pictures', { ...slow, head: session })).toBe('answered');
  const late = { pieces: ['first', '', '', 'late'], head: session };
  expect(await sendSlowly('/api/admin/pictures', late)).toBe('cut');
});

test('a cookie that is no session gives nobody longer', async () => {
  expect(await sendSlowly('/api/admin/pictures', { ...slow, head: session, isWriter: false })).toBe('cut');
});

test('nobody else has longer there', async () => {
  expect(await sendSlowly('/api/admin/pictures', slow)).toBe('cut');
});
