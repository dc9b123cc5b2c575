import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildFile, serveFile } from '#test/support/faulty-media-upstream.ts';
import { hasProgram } from '#test/support/programs.ts';
import { digestOriginal } from '#test/support/remove-metadata.ts';
import { sha256 } from '#test/support/start-media-relay.ts';
import { startZipRelay, unpack, zipFiles } from '#test/support/start-zip-relay.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const names = [
  'mira_DAxampleCode_01.jpg',
  'mira_DAxampleCode_02.mp4',
  // Declared as WebP, detected as PNG.
  'mira_DAxampleCode_03.png',
  'mira_DAxampleCode_04.mp4',
  'mira_DAxampleCode_05.jpg',
];

const documents = ['post.json', 'post.txt', 'post.md', 'post.html'];

test('all files of a post are sent as one ZIP with the exact content length', async () => {
  await using post = await startZipRelay();
  const ended = post.relay.nextTransfer();
  const response = await post.relay.get(post.zipUrl);
  expect(response.status).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(response.body.length),
    'content-disposition': 'attachment; filename=threads-mira-DAxampleCode.zip',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  });
  expect(await ended).toMatchObject({ outcome: 'complete', bytes: response.body.length });
  const files = await unpack(response.body);
  expect([...files.keys()]).toEqual([...names, ...documents]);
  zipFiles.forEach((file, index) => {
    expect(sha256(files.get(names[index] ?? '') ?? Buffer.alloc(0))).toBe(sha256(file));
  });
  expect(JSON.parse(String(files.get('post.json')))).toMatchObject({
    url: post.post.url,
    author: { username: 'mira', name: 'Mira 山' },
    text: post.post.text,
    publishedAt: post.post.publishedAt,
    files: [{ name: names[0], alt: 'ภูเขาสีฟ้า', bytes: 4_000 }, {}, {}, {}, {}],
  });
  expect(String(files.get('post.txt'))).toBe(
    `Mira 山 @mira\n${post.post.publishedAt}\n${post.post.url}\n\n${post.post.text}\n\n${names[0]}\nALT: ภูเขาสีฟ้า\n\n${names.slice(1).join('\n\n')}\n`,
  );
});

test('with metadata, the length, the ranges and the files of a ZIP are exact too', async () => {
  await using post = await startZipRelay({ insertsMetadata: () => true });
  const whole = await post.relay.get(post.zipUrl);
  expect(whole.headers['content-length']).toBe(String(whole.body.length));
  const files = await unpack(whole.body);
  const contents = names.map((name) => files.get(name) ?? Buffer.alloc(0));
  expect(contents.map((content) => digestOriginal(content))).toEqual(zipFiles.map(sha256));
  const hasLink = contents.map((content) => content.includes(post.post.url));
  // The third is cut off behind its signature.
  expect(hasLink).toEqual([true, true, false, true, true]);
  expect(JSON.parse(String(files.get('post.json'))).files[0].bytes).toBe(contents[0]?.length);
  const headers = { range: 'bytes=3000-950000', 'if-range': String(whole.headers.etag) };
  const part = await post.relay.get(post.zipUrl, headers);
  expect(part.body.equals(whole.body.subarray(3_000, 950_001))).toBe(true);
});

test('only selected files are sent, in post order and with their original names', async () => {
  await using post = await startZipRelay();
  for (const query of ['?items=5,1', '?item=5&item=1']) {
    const files = await unpack((await post.relay.get(post.zipUrl + query)).body);
    expect([...files.keys()]).toEqual([names[0], names[4], ...documents]);
  }
  expect(post.upstream.requests.some(({ path }) => ['/2', '/3', '/4'].includes(path))).toBe(false);
});

test('a ZIP of 200 files probes only a few files concurrently', async () => {
  await using post = await startZipRelay();
  const [first] = post.post.items;
  if (!first) throw new Error('a post without items');
  const small = buildFile('jpg', 100);
  let open = 0;
  let maxOpen = 0;
  post.post.items = Array.from({ length: 200 }, (_, index) => {
    const url = post.upstream.on(`/of-thread-${index}`, (request, response) => {
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      response.once('finish', () => {
        open -= 1;
      });
      serveFile(small, 'image/jpeg')(request, response);
    });
    return { ...first, id: `t${index}`, renditions: [{ ...first.renditions[0], url }] };
  });
  const relayResponse = await post.relay.get(await post.issueZipUrl());
  expect(relayResponse.isComplete).toBe(true);
  expect((await unpack(relayResponse.body)).size).toBe(204);
  expect(maxOpen).toBeLessThanOrEqual(8);
});

test('HEAD returns the same headers without downloading files', async () => {
  await using post = await startZipRelay();
  const head = await post.relay.get(post.zipUrl, {}, 'HEAD');
  expect(post.upstream.bytesSent()).toBeLessThan(5_000);
  const fullResponse = await post.relay.get(post.zipUrl);
  expect(head.status).toBe(200);
  for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'accept-ranges'])
    expect(head.headers[name], name).toBe(fullResponse.headers[name]);
});

test('files are downloaded one at a time', async () => {
  await using post = await startZipRelay();
  let open = 0;
  let maxOpen = 0;
  zipFiles.forEach((file, index) => {
    const serve = serveFile(file, index % 2 === 0 ? 'image/jpeg' : 'video/mp4');
    post.serve(index + 1, (request, response) => {
      if (request.headers.range === undefined) {
        open += 1;
        maxOpen = Math.max(maxOpen, open);
        response.once('close', () => {
          open -= 1;
        });
      }
      serve(request, response);
    });
  });
  expect((await post.relay.get(post.zipUrl)).isComplete).toBe(true);
  expect(maxOpen).toBe(1);
});

test('a resumed ZIP has identical bytes, wherever it was interrupted', async () => {
  await using post = await startZipRelay();
  const fullResponse = await post.relay.get(post.zipUrl);
  const total = fullResponse.body.length;
  const etag = String(fullResponse.headers.etag);
  expect(etag).toMatch(/^"zip-[\w-]{22}-[a-z\d]+"$/);
  for (const from of [1, 4_500, 905_000, total - 300, total - 1]) {
    const partialResponse = await post.relay.get(post.zipUrl, { range: `bytes=${from}-`, 'if-range': etag });
    expect(partialResponse.status).toBe(206);
    expect(partialResponse.headers['content-range']).toBe(`bytes ${from}-${total - 1}/${total}`);
    expect(partialResponse.headers['content-length']).toBe(String(total - from));
    expect(sha256(Buffer.concat([fullResponse.body.subarray(0, from), partialResponse.body]))).toBe(
      sha256(fullResponse.body),
    );
  }
  const middle = await post.relay.get(post.zipUrl, { range: 'bytes=100-899999' });
  expect(middle.isComplete).toBe(true);
  expect(middle.body.equals(fullResponse.body.subarray(100, 900_000))).toBe(true);
  const tail = await post.relay.get(post.zipUrl, { range: 'bytes=-22' });
  expect(tail.body.equals(fullResponse.body.subarray(-22))).toBe(true);
});

test('the head of a late range is sent before the earlier files are downloaded', async () => {
  await using post = await startZipRelay();
  const total = (await post.relay.get(post.zipUrl)).body.length;
  const { promise: waiting, resolve: resume } = Promise.withResolvers<void>();
  const serve = serveFile(zipFiles[0] ?? Buffer.alloc(0), 'image/jpeg');
  post.serve(1, (request, response) => {
    if (request.headers.range) return serve(request, response);
    void waiting.then(() => serve(request, response));
  });
  const partialResponse = await fetch(post.relay.origin + post.zipUrl, {
    headers: { range: `bytes=${total - 22}-` },
  });
  expect(partialResponse.status).toBe(206);
  resume();
  expect((await partialResponse.arrayBuffer()).byteLength).toBe(22);
});

test('a newer ZIP URL of the same post can resume an older download', async () => {
  const clock = { now: 1_000_000 };
  await using post = await startZipRelay({ now: () => clock.now });
  const before = await post.relay.get(post.zipUrl);
  clock.now += 600_000;
  const zipUrl = await post.issueZipUrl();
  expect(zipUrl).not.toBe(post.zipUrl);
  const partialResponse = await post.relay.get(zipUrl, {
    range: 'bytes=9-',
    'if-range': String(before.headers.etag),
  });
  expect(partialResponse.status).toBe(206);
  expect(partialResponse.body.equals(before.body.subarray(9))).toBe(true);
});

test('a changed ZIP is sent completely, and an unsatisfiable range is rejected with the length', async () => {
  await using post = await startZipRelay();
  const { headers, body } = await post.relay.get(post.zipUrl);
  const beyond = await post.relay.get(post.zipUrl, { range: `bytes=${body.length}-` });
  expect(beyond.status).toBe(599);
  expect(post.relay.errors).toEqual([{ code: 'media.range', totalBytes: body.length }]);
  post.post.text = 'Edited.';
  const response = await post.relay.get(post.zipUrl, { range: 'bytes=9-', 'if-range': String(headers.etag) });
  expect(response.status).toBe(200);
  expect(response.headers.etag).not.toBe(headers.etag);
  expect((await unpack(response.body)).get('post.txt')?.toString()).toContain('Edited.');
});

test('other methods and invalid URLs get no file', async () => {
  await using post = await startZipRelay();
  expect((await post.relay.get(post.zipUrl, {}, 'POST')).status).toBe(405);
  expect(String((await post.relay.get('/media/zip/AAAA')).body)).toBe('ticket.invalid');
  expect(String((await post.relay.get(`${post.zipUrl}?items=9`)).body)).toBe('archive.unfit');
  expect(post.upstream.requests).toEqual([]);
});

const run = promisify(execFile);

test.skipIf(!hasProgram('unzip'))('unzip accepts the ZIP and lists names in every script', async () => {
  await using post = await startZipRelay();
  const template = encodeURIComponent('ภาพถ่าย {index} 照片 Ảnh chụp');
  const path = join(temporaryFolder(), 'a.zip');
  await writeFile(path, (await post.relay.get(`${post.zipUrl}?name=${template}`)).body);
  expect((await run('env', ['LC_ALL=C.UTF-8', 'unzip', '-t', path])).stdout).toContain('No errors detected');
  const { stdout } = await run('env', ['LC_ALL=C.UTF-8', 'unzip', '-Z1', path]);
  expect(stdout.trim().split('\n')).toEqual([
    ...['01', '02', '03', '04', '05'].map((index) =>
      expect.stringMatching(new RegExp(`^ภาพถ่าย ${index} 照片 Ảnh chụp\\.(jpg|mp4|png)$`)),
    ),
    ...documents,
  ]);
});
