import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Agent, fetch as send } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loseUnflushed } from '#test/support/simulated-disk.ts';
import { type S3Server, startS3 } from '#test/support/start-s3.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { createDiskFileStore, fileLimitBytes, fileListLimit } from './file-store.ts';
import { openFileStore } from './open-file-store.ts';
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

const getPort = () => new URL(server.config.endpoint).port;
const openDisk = () => createDiskFileStore(join(temporaryFolder(), 'made', 'by-itself'));
const openByPath = () => createS3FileStore(server.config);
const openByHost = () =>
  createS3FileStore(
    { ...server.config, endpoint: `http://s3.localhost:${getPort()}`, addressing: 'virtual' },
    { fetch: fetchFromLoopback },
  );

describe.each([
  ['a folder', openDisk],
  ['a bucket named in the path', openByPath],
  ['a bucket named in the host', openByHost],
])('%s', (_name, open) => {
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
    expect(await files.list('n/')).toEqual([]);
    const keys = Array.from(
      { length: fileListLimit + 5 },
      (_, index) => `n/${String(index).padStart(3, '0')}`,
    );
    await Promise.all([...keys, 'other'].map((key) => files.put(key, bytes(key))));
    const first = await files.list('n/');
    expect(first).toEqual(keys.slice(0, fileListLimit));
    expect(await files.list('n/', first.at(-1))).toEqual(keys.slice(fileListLimit));
    expect(await files.list('other')).toEqual(['other']);
    await Promise.all(keys.map((key) => files.delete(key)));
  });

  test.each([
    ...['', '/etc/passwd', '../secret', 'a/../../secret', 'a//b', 'a/', '.unfinished/x', 'a/.hidden'],
    ...['A', 'a b', 'a\\b', 'a\0b', 'ä', 'a'.repeat(201)],
  ])('rejects %j as a key in every method, without a request', async (key) => {
    const files = open();
    server.requests.length = 0;
    await expect((async () => files.put(key, bytes('x')))()).rejects.toThrow('invalid file key');
    await expect((async () => files.get(key))()).rejects.toThrow('invalid file key');
    await expect((async () => files.delete(key))()).rejects.toThrow('invalid file key');
    expect(server.requests).toEqual([]);
  });
});

test('on disk, a key that is a folder, or below a file, does not exist', async () => {
  const files = openDisk();
  await files.put('a/b', bytes('x'));
  expect(await files.get('a')).toBeNull();
  expect(await files.get('a/b/c')).toBeNull();
});

test('on disk, concurrent writes to a key leave one complete value and no temporary file', async () => {
  const folder = temporaryFolder();
  const files = createDiskFileStore(folder);
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000));
  await Promise.all(texts.map((content) => files.put('same', bytes(content))));
  expect(texts).toContain(text(await files.get('same')));
  expect(readdirSync(join(folder, '.unfinished'))).toEqual([]);
});

test('on disk, what a killed process wrote is removed after an hour, and others keep what they write', async () => {
  const folder = temporaryFolder();
  const unfinished = join(folder, '.unfinished');
  mkdirSync(unfinished);
  for (const name of ['killed', 'writing']) writeFileSync(join(unfinished, name), 'x');
  const anHourAgo = Date.now() / 1000 - 3601;
  utimesSync(join(unfinished, 'killed'), anHourAgo, anHourAgo);
  openFileStore(null, folder, { error: expect.unreachable });
  await expect.poll(() => readdirSync(unfinished)).toEqual(['writing']);
});

test('on disk, a failed write leaves no temporary file', async () => {
  const folder = temporaryFolder();
  const files = createDiskFileStore(folder);
  await files.put('a/b', bytes('x'));
  await expect(files.put('a', bytes('y'))).rejects.toThrow();
  expect(readdirSync(join(folder, '.unfinished'))).toEqual([]);
});

test.each([
  ['127.0.0.1', '/pictures-of-nodes/pictures/b', openByPath],
  ['pictures-of-nodes.s3.localhost', '/pictures/b', openByHost],
])('a file of a bucket is requested from %s%s', async (host, path, open) => {
  server.requests.length = 0;
  await open().get('pictures/b');
  expect(server.requests).toEqual([{ method: 'GET', host: `${host}:${getPort()}`, path }]);
});

test('bytes survive a round trip', async () => {
  const files = createS3FileStore(server.config);
  const all = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7919) & 255);
  await files.put('all', all);
  expect(Buffer.compare(Buffer.from((await files.get('all')) ?? []), Buffer.from(all))).toBe(0);
});

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

test('a file in Brotli is refused, once', async () => {
  const files = createS3FileStore(server.config);
  await files.put('kept', bytes('kept'));
  server.breakNext((_, response) =>
    response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(bytes('kept'))),
  );
  await expect(files.get('kept')).rejects.toMatchObject({ code: 'files.refused' });
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

test('a stored file, its name and the names of new folders survive a power failure', async () => {
  const folder = temporaryFolder();
  const remains = await loseUnflushed(folder, async () => {
    const store = createDiskFileStore(join(folder, 'data', 'files'));
    await store.put('pictures/a/480.webp', bytes('first'));
    await store.put('pictures/a/480.webp', bytes('second'));
    await store.put('clips/b/0', bytes('third'));
  });
  const store = createDiskFileStore(join(remains, 'data', 'files'));
  expect(text(await store.get('pictures/a/480.webp'))).toBe('second');
  expect(text(await store.get('clips/b/0'))).toBe('third');
});
