import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { limitArrival } from './limit-arrival.ts';

const session = 'Cookie: __Host-unspool.session=abc\r\n';

/** Sends the head and a part of the body, and says whether the connection was cut before the rest. */
async function sendSlowly(path: string, more: { head?: string; pieces?: string[] } = {}): Promise<string> {
  const { head = '', pieces = ['after'] } = more;
  const server = createServer((request, response) => {
    limitArrival(request, 150, { everyMs: 200, bytes: 3 });
    request.on('error', () => undefined).on('end', () => response.end('whole'));
    request.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const received = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
  const length = 5 + pieces.join('').length;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\n${head}Connection: close\r\nContent-Length: ${length}\r\n\r\nfirst`,
  );
  const timers = pieces.map((piece, index) => setTimeout(() => socket.write(piece), 150 * (index + 1)));
  const giveUp = setTimeout(() => socket.destroy(), 3000);
  const text = await received;
  for (const timer of [...timers, giveUp]) clearTimeout(timer);
  await new Promise((resolve) => server.close(resolve));
  return text.includes('whole') ? 'answered' : 'cut';
}

const slow = { pieces: ['piece', 'after', 'piece'] };

test('a body that takes too long is cut', async () => {
  expect(await sendSlowly('/functions/v1/extract-threads-media', slow)).toBe('cut');
});

test('what writers send has longer, as long as it keeps coming', async () => {
  expect(await sendSlowly('/api/admin/pictures', { ...slow, head: session })).toBe('answered');
  expect(await sendSlowly('/api/admin/pictures', { pieces: ['', '', '', 'late'], head: session })).toBe(
    'cut',
  );
});

test('nobody else has longer there', async () => {
  expect(await sendSlowly('/api/admin/pictures', slow)).toBe('cut');
});
