import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openZip } from '#archive/open-zip.ts';
import { serveFile } from '#test/support/fault-media-upstream.ts';
import { archiveFiles, startArchiveRelay } from '#test/support/start-archive-relay.ts';
import { sha256 } from '#test/support/start-media-relay.ts';

const moment = Date.parse('2026-10-02T07:30:00.000Z');
const names = [
  `01-threads-image-1-${moment}.jpg`,
  `02-threads-video-2-${moment}.mp4`,
  // Declared as WebP; the bytes say what it is.
  `03-threads-image-3-${moment}.png`,
  `04-threads-video-4-${moment}.mp4`,
  `05-threads-image-5-${moment}.jpg`,
];

/** What is in a ZIP, by name, every checksum held. */
async function unpack(bytes: Buffer): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'unspool-zip-'));
  try {
    await writeFile(join(folder, 'a.zip'), bytes);
    const zip = await openZip(join(folder, 'a.zip'));
    if (!zip.ok) throw new Error(zip.error);
    await using opened = zip.value;
    const files = new Map<string, Buffer>();
    for (const [name, entry] of opened.entries) {
      const content = await opened.read(entry, 10_000_000);
      if (content) files.set(name, content);
    }
    return files;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('all files of a post come as one ZIP of exactly the length that was named', async () => {
  await using post = await startArchiveRelay();
  const ended = post.relay.nextTransfer();
  const answer = await post.relay.get(post.zipUrl);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(answer.body.length),
    'content-disposition': 'attachment; filename=threads-mira-DAxampleCode.zip',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  });
  expect(await ended).toMatchObject({ outcome: 'complete', bytes: answer.body.length });
  const files = await unpack(answer.body);
  expect([...files.keys()]).toEqual([...names, 'post.json', 'post.txt']);
  archiveFiles.forEach((file, place) => {
    expect(sha256(files.get(names[place] ?? '') ?? Buffer.alloc(0))).toBe(sha256(file));
  });
  expect(JSON.parse(String(files.get('post.json')))).toMatchObject({
    url: post.post.url,
    author: { username: 'mira', name: 'Mira 山' },
    text: post.post.text,
    publishedAt: post.post.publishedAt,
    files: [{ name: names[0], alt: 'ภูเขาสีฟ้า', bytes: 4_000 }, {}, {}, {}, {}],
  });
  expect(String(files.get('post.txt'))).toBe(
    `Mira 山 @mira\n${post.post.publishedAt}\n${post.post.url}\n\n${post.post.text}\n\n${names[0]}\nภูเขาสีฟ้า\n\n${names.slice(1).join('\n\n')}\n`,
  );
});

test('what was chosen comes and nothing else, in the order of the post, with the names it has among all', async () => {
  await using post = await startArchiveRelay();
  for (const query of ['?items=5,1', '?item=5&item=1']) {
    const files = await unpack((await post.relay.get(post.zipUrl + query)).body);
    expect([...files.keys()]).toEqual([names[0], names[4], 'post.json', 'post.txt']);
  }
  expect(post.upstream.requests.some(({ path }) => ['/2', '/3', '/4'].includes(path))).toBe(false);
});

test('HEAD says the same without a byte of a file, and no more than a few are asked for', async () => {
  await using post = await startArchiveRelay();
  const head = await post.relay.get(post.zipUrl, {}, 'HEAD');
  expect(post.upstream.bytesSent()).toBeLessThan(5_000);
  const whole = await post.relay.get(post.zipUrl);
  expect(head.status).toBe(200);
  for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'accept-ranges'])
    expect(head.headers[name], name).toBe(whole.headers[name]);
});

test('the files are fetched one at a time', async () => {
  await using post = await startArchiveRelay();
  let open = 0;
  let most = 0;
  archiveFiles.forEach((file, place) => {
    const serve = serveFile(file, place % 2 === 0 ? 'image/jpeg' : 'video/mp4');
    post.serve(place + 1, (asked, answer) => {
      if (asked.headers.range === undefined) {
        open += 1;
        most = Math.max(most, open);
        answer.once('close', () => {
          open -= 1;
        });
      }
      serve(asked, answer);
    });
  });
  expect((await post.relay.get(post.zipUrl)).isComplete).toBe(true);
  expect(most).toBe(1);
});

test('a ZIP that is taken up again is the same to the last byte, wherever it broke', async () => {
  await using post = await startArchiveRelay();
  const whole = await post.relay.get(post.zipUrl);
  const total = whole.body.length;
  const etag = String(whole.headers.etag);
  expect(etag).toMatch(/^"zip-[\w-]{22}-[a-z\d]+"$/);
  for (const from of [1, 4_500, 905_000, total - 300, total - 1]) {
    const rest = await post.relay.get(post.zipUrl, { range: `bytes=${from}-`, 'if-range': etag });
    expect(rest.status).toBe(206);
    expect(rest.headers['content-range']).toBe(`bytes ${from}-${total - 1}/${total}`);
    expect(rest.headers['content-length']).toBe(String(total - from));
    expect(sha256(Buffer.concat([whole.body.subarray(0, from), rest.body]))).toBe(sha256(whole.body));
  }
  const middle = await post.relay.get(post.zipUrl, { range: 'bytes=100-899999' });
  expect(middle.isComplete).toBe(true);
  expect(middle.body.equals(whole.body.subarray(100, 900_000))).toBe(true);
  const tail = await post.relay.get(post.zipUrl, { range: 'bytes=-22' });
  expect(tail.body.equals(whole.body.subarray(-22))).toBe(true);
});

test('a newer address of the same post goes on where an older one broke', async () => {
  const clock = { now: 1_000_000 };
  await using post = await startArchiveRelay({ now: () => clock.now });
  const before = await post.relay.get(post.zipUrl);
  clock.now += 600_000;
  const { zipUrl = '' } = post.relay.media.offer(post.post);
  expect(zipUrl).not.toBe(post.zipUrl);
  const rest = await post.relay.get(zipUrl, { range: 'bytes=9-', 'if-range': String(before.headers.etag) });
  expect(rest.status).toBe(206);
  expect(rest.body.equals(before.body.subarray(9))).toBe(true);
});

test('what is not the same is sent anew, and a part that is not there is refused with the length', async () => {
  await using post = await startArchiveRelay();
  const { headers, body } = await post.relay.get(post.zipUrl);
  const beyond = await post.relay.get(post.zipUrl, { range: `bytes=${body.length}-` });
  expect(beyond.status).toBe(599);
  expect(post.relay.refusals).toEqual([{ code: 'media.range', totalBytes: body.length }]);
  post.post.text = 'Edited.';
  const answer = await post.relay.get(post.zipUrl, { range: 'bytes=9-', 'if-range': String(headers.etag) });
  expect(answer.status).toBe(200);
  expect(answer.headers.etag).not.toBe(headers.etag);
  expect((await unpack(answer.body)).get('post.txt')?.toString()).toContain('Edited.');
});

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

test('another method, and an address that is none, get no file', async () => {
  await using post = await startArchiveRelay();
  expect((await post.relay.get(post.zipUrl, {}, 'POST')).status).toBe(405);
  expect(String((await post.relay.get('/media/zip/AAAA')).body)).toBe('ticket.invalid');
  expect(String((await post.relay.get(`${post.zipUrl}?items=9`)).body)).toBe('archive.unfit');
  expect(post.upstream.requests).toEqual([]);
});

const run = (command: string, args: string[]) =>
  new Promise<string>((resolve, reject) => {
    execFile(command, args, { encoding: 'utf8' }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr + stdout, { cause: error })) : resolve(stdout),
    );
  });
const has = async (command: string, arg: string) => run(command, [arg]).then(Boolean, () => false);

test.skipIf(!(await has('unzip', '-v')))('unzip finds no fault in it', async () => {
  await using post = await startArchiveRelay();
  const folder = await mkdtemp(join(tmpdir(), 'unspool-zip-'));
  await writeFile(join(folder, 'a.zip'), (await post.relay.get(post.zipUrl)).body);
  expect(await run('unzip', ['-t', join(folder, 'a.zip')])).toContain('No errors detected');
  await rm(folder, { recursive: true });
});
