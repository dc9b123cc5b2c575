import { request } from 'node:http';
import { expect, test } from 'vitest';
import { serveFile } from '#test/support/fault-media-upstream.ts';
import { archiveFiles, startArchiveRelay, unpack } from '#test/support/start-archive-relay.ts';

const promised = archiveFiles[3] ?? Buffer.alloc(0);
const longer = Buffer.concat([promised, Buffer.alloc(10)]);

test.each([
  ['shorter', promised.subarray(0, -10)],
  ['longer', longer],
])('a file that is %s than was promised cuts the connection: no ZIP looks whole', async (_, other) => {
  await using post = await startArchiveRelay();
  const good = serveFile(promised, 'video/mp4');
  const bad = serveFile(other, 'video/mp4');
  post.serve(4, (asked, answer) => (asked.headers.range ? good : bad)(asked, answer));
  const ended = post.relay.nextTransfer();
  const answer = await post.relay.get(post.zipUrl);
  expect(answer.status).toBe(200);
  expect(answer.isComplete).toBe(false);
  expect(await ended).toMatchObject({ outcome: 'upstream_cut' });
});

test('a file that breaks off, or is refused when its turn comes, cuts the connection', async () => {
  await using post = await startArchiveRelay();
  const good = serveFile(promised, 'video/mp4');
  post.serve(4, (asked, answer) => {
    if (asked.headers.range) return good(asked, answer);
    answer.writeHead(200, { 'content-type': 'video/mp4', 'content-length': promised.length });
    answer.write(promised.subarray(0, 1_000_000), () => answer.destroy());
  });
  expect((await post.relay.get(post.zipUrl)).isComplete).toBe(false);
  post.serve(4, (asked, answer) => {
    if (asked.headers.range) return good(asked, answer);
    answer.writeHead(500).end();
  });
  expect((await post.relay.get(post.zipUrl)).isComplete).toBe(false);
  expect(post.relay.transfers.map(({ outcome }) => outcome)).toEqual(['upstream_cut', 'upstream_cut']);
});

test.each([
  ['gone', 404, 'media.gone'],
  ['busy', 429, 'media.busy'],
  ['broken', 500, 'media.unreachable'],
])('before the first byte a file that is %s is a refusal in words', async (_, status, code) => {
  await using post = await startArchiveRelay();
  post.serve(5, (_asked, answer) => void answer.writeHead(status).end());
  const answer = await post.relay.get(post.zipUrl);
  expect(answer.status).toBe(599);
  expect(String(answer.body)).toBe(code);
});

test('files that are too large together are refused before a byte of them is fetched', async () => {
  await using post = await startArchiveRelay();
  post.serve(4, (_asked, answer) => {
    const head = promised.subarray(0, 64);
    const range = { 'content-range': 'bytes 0-63/4000000000' };
    answer.writeHead(206, { 'content-type': 'video/mp4', 'content-length': 64, ...range }).end(head);
  });
  expect(String((await post.relay.get(post.zipUrl)).body)).toBe('archive.too_large');
  expect((await post.relay.get(`${post.zipUrl}?items=1,2`)).isComplete).toBe(true);
});

test('where the addresses have expired, the post is read once more, and the files come from where they are now', async () => {
  const fresh = new Map<string, string>();
  await using post = await startArchiveRelay({
    renew: async (item) => {
      // Reading the post again is what gives the new addresses of all its files.
      for (const one of post.post.items) one.renditions[0].url = fresh.get(one.id) ?? '';
      return fresh.get(item.itemId) ?? null;
    },
  });
  archiveFiles.forEach((file, place) => {
    const type = place % 2 === 0 ? 'image/jpeg' : 'video/mp4';
    const good = serveFile(file, type);
    // The path stays; the signature is new.
    fresh.set(`${place + 1}`, `${post.upstream.origin}/${place + 1}?oh=new`);
    post.serve(place + 1, (asked, answer) => {
      if (asked.url?.endsWith('oh=new')) good(asked, answer);
      else answer.writeHead(403).end();
    });
  });
  const answer = await post.relay.get(post.zipUrl);
  expect(answer.isComplete).toBe(true);
  expect((await unpack(answer.body)).size).toBe(7);
  expect(post.relay.renewals).toHaveLength(1);
  expect(post.reads).toHaveLength(2);
});

test('an address that expires on the way is renewed like that of a single file', async () => {
  await using post = await startArchiveRelay({ renew: async () => `${post.upstream.origin}/4?oh=new` });
  const good = serveFile(promised, 'video/mp4');
  post.serve(4, (asked, answer) => {
    if (asked.headers.range || asked.url?.endsWith('oh=new')) good(asked, answer);
    else answer.writeHead(403).end();
  });
  const answer = await post.relay.get(post.zipUrl);
  expect(answer.isComplete).toBe(true);
  expect((await unpack(answer.body)).size).toBe(7);
  expect(post.relay.renewals.map(({ itemId }) => itemId)).toEqual(['4']);
});

test('a visitor who leaves takes the connection to the media host along', async () => {
  await using post = await startArchiveRelay();
  const closed = new Promise<void>((resolve) => {
    post.serve(4, (asked, answer) => {
      if (asked.headers.range) return serveFile(promised, 'video/mp4')(asked, answer);
      answer.writeHead(200, { 'content-type': 'video/mp4', 'content-length': promised.length });
      answer.write(promised.subarray(0, 100_000));
      answer.once('close', resolve);
    });
  });
  const ended = post.relay.nextTransfer();
  const asked = request(`${post.relay.origin}${post.zipUrl}`, { agent: false }, (answer) => {
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > 950_000) asked.destroy();
    });
    answer.on('error', () => undefined);
  });
  asked.on('error', () => undefined).end();
  const begun = performance.now();
  await closed;
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(await ended).toMatchObject({ outcome: 'client_gone' });
});

test('a media host that falls silent in the middle is not waited for', async () => {
  await using post = await startArchiveRelay({ limits: { idleMs: 150 } });
  post.serve(4, (asked, answer) => {
    if (asked.headers.range) return serveFile(promised, 'video/mp4')(asked, answer);
    answer.writeHead(200, { 'content-type': 'video/mp4', 'content-length': promised.length });
    answer.write(promised.subarray(0, 100_000));
  });
  const ended = post.relay.nextTransfer();
  expect((await post.relay.get(post.zipUrl)).isComplete).toBe(false);
  expect(await ended).toMatchObject({ outcome: 'upstream_idle' });
});
