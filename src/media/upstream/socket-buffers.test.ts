import http, { type IncomingMessage, type RequestListener } from 'node:http';
import https from 'node:https';
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { buildFile, serveFile, startFaultyUpstream } from '#test/support/faulty-media-upstream.ts';
import { listen } from '#test/support/local-servers.ts';
import { sha256, startMediaRelay } from '#test/support/start-media-relay.ts';
import { stressRuns } from '#test/support/stress.ts';
import { detachBody, reuseReadBuffers } from '../upstream-client.ts';

test('concurrent fast and slow readers each get only their own file', async () => {
  await using upstream = await startFaultyUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const base = buildFile('mp4', 3_000_000);
  const readers = Array.from({ length: stressRuns(12, 24) }, (_, i) => {
    const file = Buffer.from(base);
    for (let offset = 4_096; offset < file.length; offset += 997) file[offset] = (offset + i * 37) & 0xff;
    const path = relay.ticketFor(upstream.on(`/${i}`, serveFile(file, 'video/mp4')));
    return { file, path, pauses: i % 3 };
  });
  const read = await Promise.all(readers.map(({ path, pauses }) => readBody(relay.origin + path, pauses)));
  for (const [i, body] of read.entries()) expect(sha256(body)).toBe(sha256(readers[i]?.file ?? base));
});

/** Pauses regularly, so that chunks wait in the relay. */
function readBody(url: string, pauses: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    http.get(url, { agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (pauses === 0 || chunks.length % 16 > 0) return;
        response.pause();
        setTimeout(() => response.resume(), pauses * 10);
      });
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('error', reject);
    });
  });
}

const file = buildFile('mp4', 5_000_000);
/** `npm run bench -- slow-readers` aborts a thousand. */
const downloads = stressRuns(75, 1_000);
const concurrency = 25;

async function readDetachedBody(responsePromise: Promise<IncomingMessage>): Promise<Buffer> {
  const response = await responsePromise;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onChunk = (chunk: Buffer, release: () => void) => {
      chunks.push(Buffer.from(chunk));
      length += chunk.length;
      release();
      if (length === file.length) resolve(Buffer.concat(chunks));
      return true;
    };
    response.pause();
    const socket = detachBody(response, file.length, onChunk);
    expect(socket).not.toBeNull();
    socket?.resume();
  });
}

test('a TLS body is read byte for byte', async () => {
  // A pre-shared key replaces the certificate.
  const psk = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const;
  const key = Buffer.alloc(16, 7);
  const listener: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': file.length }).end(file);
  };
  const server = https.createServer({ ...psk, pskCallback: () => key, pskIdentityHint: '' }, listener);
  const { port, close } = await listen(server);
  const agent = new https.Agent({
    ...psk,
    keepAlive: true,
    pskCallback: () => ({ psk: key, identity: 'test' }),
    checkServerIdentity: () => undefined,
  });
  reuseReadBuffers(agent);
  const responsePromise = new Promise<IncomingMessage>((resolve, reject) => {
    https.get({ host: '127.0.0.1', port, agent }, resolve).on('error', reject);
  });
  const body = await readDetachedBody(responsePromise);
  expect(sha256(body)).toBe(sha256(file));
  agent.destroy();
  await close();
});

test('a host with several addresses, the first one dead, still uses the buffers', async () => {
  await using upstream = await startFaultyUpstream();
  upstream.on('/a', serveFile(file, 'video/mp4'));
  const agent = new http.Agent({
    keepAlive: true,
    lookup: (_hostname, _options, callback) =>
      callback(null, [
        { address: '127.0.0.2', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]),
  });
  reuseReadBuffers(agent);
  const responsePromise = new Promise<IncomingMessage>((resolve, reject) => {
    const url = `http://host.example:${new URL(upstream.origin).port}/a`;
    http.get(url, { agent }, resolve).on('error', reject);
  });
  const body = await readDetachedBody(responsePromise);
  expect(sha256(body)).toBe(sha256(file));
  agent.destroy();
});

test('bytes on an idle connection close it and never become the next response', async () => {
  let responseCount = 0;
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      responseCount += 1;
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ngood');
    });
  });
  const { port, sockets, close } = await listen(server);
  const agent = new http.Agent({ keepAlive: true });
  reuseReadBuffers(agent);
  const sendRequest = () =>
    new Promise<{ body: string; closed: Promise<void> }>((resolve, reject) => {
      http
        .get({ host: '127.0.0.1', port, agent }, (response) => {
          const closed = new Promise<void>((done) => response.socket.once('close', () => done()));
          let body = '';
          response.on('data', (chunk) => {
            body += chunk;
          });
          response.on('end', () => resolve({ body, closed }));
        })
        .on('error', reject);
    });
  const first = await sendRequest();
  for (const socket of sockets) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil');
  await first.closed;
  expect([first.body, (await sendRequest()).body, responseCount]).toEqual(['good', 'good', 2]);
  agent.destroy();
  await close();
});

test(`after ${downloads} aborted downloads no socket is left open`, { timeout: 300_000 }, async () => {
  await using upstream = await startFaultyUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  // Each client leaves after a different number of bytes.
  const big = buildFile('mp4', 2_000_000);
  const path = relay.ticketFor(upstream.on('/big', serveFile(big, 'video/mp4')));
  const { port } = new URL(relay.origin);
  for (let done = 0; done < downloads; done += concurrency) {
    await Promise.all(
      Array.from({ length: concurrency }, (_, i) => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
        let read = 0;
        socket.on('data', (chunk) => {
          read += chunk.length;
          if (read > i * 20_000) socket.destroy();
        });
        return new Promise<void>((resolve) => socket.on('close', () => resolve()));
      }),
    );
  }
  await expect.poll(() => upstream.openSockets()).toBe(0);
  await expect.poll(() => relay.transfers.length).toBe(downloads);
  // A file that fits into the socket buffers may be sent completely before anyone sees that its reader has
  // left.
  const outcomes = new Set(relay.transfers.map(({ outcome }) => outcome));
  expect([...outcomes].filter((outcome) => outcome !== 'client_gone' && outcome !== 'complete')).toEqual([]);
});
