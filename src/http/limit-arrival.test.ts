import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { limitArrival } from './limit-arrival.ts';

/** Sends the head and a part of the body, and says whether the connection was cut before the rest. */
async function sendSlowly(path: string, rest: string): Promise<string> {
  const server = createServer((request, response) => {
    limitArrival(request, 150);
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
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 10\r\n\r\nfirst`);
  const timer = setTimeout(() => socket.write(rest), 400);
  const text = await received;
  clearTimeout(timer);
  await new Promise((resolve) => server.close(resolve));
  return text.includes('whole') ? 'answered' : 'cut';
}

test('a body that takes too long is cut', async () => {
  expect(await sendSlowly('/functions/v1/extract-threads-media', 'after')).toBe('cut');
});

test('what writers send has longer', async () => {
  expect(await sendSlowly('/api/admin/pictures', 'after')).toBe('answered');
});
