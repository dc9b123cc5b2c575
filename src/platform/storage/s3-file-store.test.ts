import { Agent, fetch as send } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type S3Server, startS3 } from '#test/support/start-s3.ts';
import { fileLimitBytes, fileListLimit } from './file-store.ts';
import { createS3FileStore } from './s3-file-store.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3();
});
afterAll(() => server[Symbol.asyncDispose]());

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array | null) => (found === null ? null : new TextDecoder().decode(found));

/** Resolves every name to this machine. */
const loopbackAgent = new Agent({
  connect: { lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
});
const fetchFromLoopback = ((input: string, init?: RequestInit) =>
  send(input, { ...(init as object), dispatcher: loopbackAgent })) as unknown as typeof fetch;

describe.each(['path', 'virtual'] as const)('a bucket named in the %s', (addressing) => {
  const open = () => {
    const { port } = new URL(server.config.endpoint);
    return addressing === 'path'
      ? createS3FileStore(server.config)
      : createS3FileStore(
          { ...server.config, endpoint: `http://s3.localhost:${port}`, addressing },
          { fetch: fetchFromLoopback },
        );
  };

  test('stores, replaces and deletes a file', async () => {
    const files = open();
    expect(await files.get('pictures/a/480.webp')).toBeNull();
    await files.put('pictures/a/480.webp', bytes('first'));
    await files.put('pictures/a/480.webp', bytes('second'));
    expect(text(await files.get('pictures/a/480.webp'))).toBe('second');
    await files.delete('pictures/a/480.webp');
    await files.delete('pictures/a/480.webp');
    expect(await files.get('pictures/a/480.webp')).toBeNull();
  });

  test('lists keys in order, by prefix, a hundred at a time', async () => {
    const files = open();
    const keys = Array.from(
      { length: fileListLimit + 5 },
      (_, index) => `n/${String(index).padStart(3, '0')}`,
    );
    await Promise.all([...keys, 'other'].map((key) => files.put(key, bytes(key))));
    const first = await files.list('n/');
    expect(first).toEqual(keys.slice(0, fileListLimit));
    expect(await files.list('n/', first.at(-1))).toEqual(keys.slice(fileListLimit));
    expect(await files.list('other')).toEqual(['other']);
    expect(await files.list('none/')).toEqual([]);
  });

  test('is addressed by its name', async () => {
    server.requests.length = 0;
    await open().get('pictures/b');
    const { port } = new URL(server.config.endpoint);
    expect(server.requests).toEqual([
      addressing === 'path'
        ? { method: 'GET', host: `127.0.0.1:${port}`, path: '/pictures-of-nodes/pictures/b' }
        : { method: 'GET', host: `pictures-of-nodes.s3.localhost:${port}`, path: '/pictures/b' },
    ]);
  });
});

test('bytes survive a round trip', async () => {
  const files = createS3FileStore(server.config);
  const all = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7919) & 255);
  await files.put('all', all);
  expect(Buffer.compare(Buffer.from((await files.get('all')) ?? []), Buffer.from(all))).toBe(0);
});

test.each(['', '/etc/passwd', '../secret', 'a//b', 'A', 'a b', 'ä', 'a'.repeat(201)])(
  '%j is rejected as a key without a request',
  async (key) => {
    const files = createS3FileStore(server.config);
    server.requests.length = 0;
    await expect(files.put(key, bytes('x'))).rejects.toThrow('invalid file key');
    await expect(files.get(key)).rejects.toThrow('invalid file key');
    await expect(files.delete(key)).rejects.toThrow('invalid file key');
    expect(server.requests).toEqual([]);
  },
);

test("a wrong secret gives an error with a code and without the file's key", async () => {
  const files = createS3FileStore({ ...server.config, secretAccessKey: 'another' });
  for (const call of [
    () => files.get('secret-name'),
    () => files.put('secret-name', bytes('x')),
    () => files.delete('secret-name'),
    () => files.list('secret-name'),
  ]) {
    const error = await call().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: 'FileStoreError', code: 'files.refused' });
    expect(String(error)).not.toContain('secret-name');
  }
});

test('listing a missing bucket fails', async () => {
  const files = createS3FileStore({ ...server.config, bucket: 'no-such-bucket' });
  await expect(files.list()).rejects.toMatchObject({ code: 'files.refused' });
});

test('a request that is overloaded, aborted or silent once is retried', async () => {
  const files = createS3FileStore(server.config, { attemptTimeoutMs: 300 });
  await files.put('kept', bytes('kept'));
  server.breakNext((_, response) => response.writeHead(503).end());
  expect(text(await files.get('kept'))).toBe('kept');
  server.breakNext((request) => request.socket.destroy());
  expect(text(await files.get('kept'))).toBe('kept');
  server.breakNext((_, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('half');
    setImmediate(() => response.destroy());
  });
  expect(text(await files.get('kept'))).toBe('kept');
  server.breakNext(() => undefined);
  expect(text(await files.get('kept'))).toBe('kept');
});

test('an unreachable store gives an error code', async () => {
  const files = createS3FileStore({ ...server.config, endpoint: 'http://127.0.0.1:1' });
  await expect(files.get('a')).rejects.toMatchObject({ code: 'files.unreachable' });
});

test('redirects are not followed', async () => {
  const files = createS3FileStore(server.config);
  const redirect = (_: unknown, response: import('node:http').ServerResponse) =>
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
  server.breakNext((request, response) => {
    server.breakNext(redirect);
    redirect(request, response);
  });
  await expect(files.get('a')).rejects.toMatchObject({ code: 'files.unreachable' });
});

test('files that are too large are neither sent nor read completely', async () => {
  const files = createS3FileStore(server.config);
  await expect(files.put('large', new Uint8Array(fileLimitBytes + 1))).rejects.toMatchObject({
    code: 'files.too_large',
  });
  server.breakNext((_, response) => {
    response.writeHead(200);
    const pump = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024)));
      if (!response.destroyed) response.once('drain', pump);
    };
    pump();
  });
  await expect(files.get('large')).rejects.toMatchObject({ code: 'files.too_large' });
});
