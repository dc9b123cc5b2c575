import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { startFaultyUpstream } from '#test/support/faulty-media-upstream.ts';
import { createSafeFetch } from './safe-fetch.ts';
import { serviceFetch } from './service-fetch.ts';

async function openUpstream() {
  const upstream = await startFaultyUpstream();
  const client = createSafeFetch({ isAllowed: () => false, loopbackOrigins: [upstream.origin] });
  onTestFinished(async () => {
    await client.close();
    await upstream[Symbol.asyncDispose]();
  });
  const { signal } = new AbortController();
  /** The text, or the code of the error, by both clients. */
  const readers = {
    async safeFetch(url: string) {
      const request = { url, method: 'GET', headers: {}, maxBytes: 1_000, timeoutMs: 5_000, signal } as const;
      const response = await client.fetch(request);
      return response.ok ? response.value.text : response.error.code;
    },
    serviceFetch: (url: string) =>
      serviceFetch(url, { signal: AbortSignal.timeout(5_000) }).then(
        (response) => response.text(),
        (error: Error) => (error.cause as NodeJS.ErrnoException).code,
      ),
  };
  return { upstream, readers };
}

const refusals = { safeFetch: 'refused', serviceFetch: 'ERR_REFUSED_ENCODING' } as const;
const clients = ['safeFetch', 'serviceFetch'] as const;
const text = Buffer.from('a text');
const brotli = brotliCompressSync(text);

test.each(
  clients.flatMap((client) =>
    [
      ['br', brotli],
      [' BR', brotli],
      [['br', 'identity'], brotli],
      ['identity, br', brotli],
      ['gzip, br', brotliCompressSync(gzipSync(text))],
      [['gzip', 'br'], brotliCompressSync(gzipSync(text))],
      ['br,gzip', gzipSync(brotli)],
      ['gzip, gzip', gzipSync(gzipSync(text))],
      ['zstd', zstdCompressSync(text)],
    ].map(([encoding, body]) => [client, encoding as string | string[], body as Buffer] as const),
  ),
)('%s refuses a correct answer in %j', async (client, encoding, body) => {
  const { upstream, readers } = await openUpstream();
  const url = upstream.on('/a', (_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding as string }).end(body),
  );
  expect(await readers[client](url)).toBe(refusals[client]);
});

test.each(clients)(
  '%s refuses Brotli before a byte of the body, and closes the connection',
  async (client) => {
    const { upstream, readers } = await openUpstream();
    const closed = Promise.withResolvers<void>();
    const url = upstream.on('/a', (_request, response) => {
      response.on('close', closed.resolve).writeHead(200, { 'content-encoding': 'br' }).flushHeaders();
    });
    expect(await readers[client](url)).toBe(refusals[client]);
    await closed.promise;
  },
);

test.each(clients)('%s asks for gzip and decodes it', async (client) => {
  const { upstream, readers } = await openUpstream();
  const url = upstream.on('/a', (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text)),
  );
  expect(await readers[client](url)).toBe('a text');
  expect(upstream.requests[0]?.headers['accept-encoding']).toBe('gzip, deflate');
});
