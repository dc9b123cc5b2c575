import { request } from 'node:http';
import { expect, test } from 'vitest';
import { serveFile } from '#test/support/faulty-media-upstream.ts';
import { startZipRelay, unpack, zipFiles } from '#test/support/start-zip-relay.ts';

const expectedFile = zipFiles[3] ?? Buffer.alloc(0);
const longer = Buffer.concat([expectedFile, Buffer.alloc(10)]);

test.each([
  ['shorter', expectedFile.subarray(0, -10)],
  ['longer', longer],
])('a file that is %s than expected closes the connection, so no ZIP looks complete', async (_, other) => {
  await using post = await startZipRelay();
  const good = serveFile(expectedFile, 'video/mp4');
  const bad = serveFile(other, 'video/mp4');
  post.serve(4, (req, res) => (req.headers.range ? good : bad)(req, res));
  const ended = post.relay.nextTransfer();
  const response = await post.relay.get(post.zipUrl);
  expect(response.status).toBe(200);
  expect(response.isComplete).toBe(false);
  expect(await ended).toMatchObject({ outcome: 'upstream_cut' });
});

test('an interrupted or rejected file closes the connection in the middle of a ZIP', async () => {
  await using post = await startZipRelay();
  const good = serveFile(expectedFile, 'video/mp4');
  post.serve(4, (req, res) => {
    if (req.headers.range) return good(req, res);
    res.writeHead(200, { 'content-type': 'video/mp4', 'content-length': expectedFile.length });
    res.write(expectedFile.subarray(0, 1_000_000), () => res.destroy());
  });
  expect((await post.relay.get(post.zipUrl)).isComplete).toBe(false);
  post.serve(4, (req, res) => {
    if (req.headers.range) return good(req, res);
    res.writeHead(500).end();
  });
  expect((await post.relay.get(post.zipUrl)).isComplete).toBe(false);
  expect(post.relay.transfers.map(({ outcome }) => outcome)).toEqual(['upstream_cut', 'upstream_cut']);
});

test.each([
  ['gone', 404, 'media.gone'],
  ['busy', 429, 'media.busy'],
  ['broken', 500, 'media.unreachable'],
])('a file that is %s before the first byte is an error response', async (_, status, code) => {
  await using post = await startZipRelay();
  post.serve(5, (_req, res) => void res.writeHead(status).end());
  const response = await post.relay.get(post.zipUrl);
  expect(response.status).toBe(599);
  expect(String(response.body)).toBe(code);
});

test('files that exceed the ZIP size limit are rejected before any is downloaded', async () => {
  await using post = await startZipRelay();
  post.serve(4, (_req, res) => {
    const head = expectedFile.subarray(0, 64);
    const range = { 'content-range': 'bytes 0-63/4000000000' };
    res.writeHead(206, { 'content-type': 'video/mp4', 'content-length': 64, ...range }).end(head);
  });
  expect(String((await post.relay.get(post.zipUrl)).body)).toBe('archive.too_large');
  expect((await post.relay.get(`${post.zipUrl}?items=1,2`)).isComplete).toBe(true);
});

test('if the file URLs have expired, the post is reread once and the fresh URLs are used', async () => {
  const fresh = new Map<string, string>();
  await using post = await startZipRelay({
    renewMediaUrl: async (item) => {
      // Rereading the post returns new URLs for all of its files.
      for (const mediaItem of post.post.items) mediaItem.renditions[0].url = fresh.get(mediaItem.id) ?? '';
      return fresh.get(item.itemId) ?? null;
    },
  });
  zipFiles.forEach((file, index) => {
    const type = index % 2 === 0 ? 'image/jpeg' : 'video/mp4';
    const good = serveFile(file, type);
    // The path stays the same; the signature is new.
    fresh.set(`${index + 1}`, `${post.upstream.origin}/${index + 1}?oh=new`);
    post.serve(index + 1, (req, res) => {
      if (req.url?.endsWith('oh=new')) good(req, res);
      else res.writeHead(403).end();
    });
  });
  const response = await post.relay.get(post.zipUrl);
  expect(response.isComplete).toBe(true);
  expect((await unpack(response.body)).size).toBe(9);
  expect(post.relay.renewals).toHaveLength(1);
  expect(post.reads).toHaveLength(2);
});

test('a file URL that expires during the ZIP is renewed', async () => {
  await using post = await startZipRelay({
    renewMediaUrl: async () => `${post.upstream.origin}/4?oh=new`,
  });
  const good = serveFile(expectedFile, 'video/mp4');
  post.serve(4, (req, res) => {
    if (req.headers.range || req.url?.endsWith('oh=new')) good(req, res);
    else res.writeHead(403).end();
  });
  const response = await post.relay.get(post.zipUrl);
  expect(response.isComplete).toBe(true);
  expect((await unpack(response.body)).size).toBe(9);
  expect(post.relay.renewals.map(({ itemId }) => itemId)).toEqual(['4']);
});

test('closing the client connection closes the connection to the media host', async () => {
  await using post = await startZipRelay();
  const closed = new Promise<void>((resolve) => {
    post.serve(4, (req, res) => {
      if (req.headers.range) return serveFile(expectedFile, 'video/mp4')(req, res);
      res.writeHead(200, { 'content-type': 'video/mp4', 'content-length': expectedFile.length });
      res.write(expectedFile.subarray(0, 100_000));
      res.once('close', resolve);
    });
  });
  const ended = post.relay.nextTransfer();
  const clientRequest = request(`${post.relay.origin}${post.zipUrl}`, { agent: false }, (response) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > 950_000) clientRequest.destroy();
    });
    response.on('error', () => undefined);
  });
  clientRequest.on('error', () => undefined).end();
  await closed;
  expect(await ended).toMatchObject({ outcome: 'client_gone' });
});

test('a media host that stops sending mid-file ends the ZIP', async () => {
  await using post = await startZipRelay({ limits: { idleMs: 150 } });
  post.serve(4, (req, res) => {
    if (req.headers.range) return serveFile(expectedFile, 'video/mp4')(req, res);
    res.writeHead(200, { 'content-type': 'video/mp4', 'content-length': expectedFile.length });
    res.write(expectedFile.subarray(0, 100_000));
  });
  const ended = post.relay.nextTransfer();
  expect((await post.relay.get(post.zipUrl)).isComplete).toBe(false);
  expect(await ended).toMatchObject({ outcome: 'upstream_idle' });
});
