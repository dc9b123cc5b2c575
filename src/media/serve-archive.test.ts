import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildFile, serveFile } from '#test/support/fault-media-upstream.ts';
import { hasProgram } from '#test/support/has-program.ts';
import { archiveFiles, startArchiveRelay, unpack } from '#test/support/start-archive-relay.ts';
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

test('files are called as a template says, in any script', async () => {
  await using post = await startArchiveRelay();
  const template = encodeURIComponent('ภาพ {index} 照片 {user} Ảnh');
  const answer = await post.relay.get(`${post.zipUrl}?items=5,1&name=${template}`);
  const [first, second] = [...(await unpack(answer.body)).keys()];
  expect([first, second]).toEqual([
    expect.stringMatching(/^ภาพ 01 照片 mira Ảnh\.\w+$/),
    expect.stringMatching(/^ภาพ 05 照片 mira Ảnh\.\w+$/),
  ]);
});

test('a thread of two hundred files is one ZIP, its files asked for their size a few at a time', async () => {
  await using post = await startArchiveRelay();
  const [first] = post.post.items;
  if (!first) throw new Error('a post without items');
  const small = buildFile('jpg', 100);
  let open = 0;
  let most = 0;
  post.post.items = Array.from({ length: 200 }, (_, place) => {
    const url = post.upstream.on(`/of-thread-${place}`, (asked, answer) => {
      open += 1;
      most = Math.max(most, open);
      answer.once('finish', () => {
        open -= 1;
      });
      serveFile(small, 'image/jpeg')(asked, answer);
    });
    return { ...first, id: `t${place}`, renditions: [{ ...first.renditions[0], url }] };
  });
  const answer = await post.relay.get(post.relay.media.offer(post.post).zipUrl ?? '');
  expect(answer.isComplete).toBe(true);
  expect((await unpack(answer.body)).size).toBe(202);
  expect(most).toBeLessThanOrEqual(8);
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

test('a part far behind is answered before the files that stand before it have come', async () => {
  await using post = await startArchiveRelay();
  const total = (await post.relay.get(post.zipUrl)).body.length;
  const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>();
  const serve = serveFile(archiveFiles[0] ?? Buffer.alloc(0), 'image/jpeg');
  post.serve(1, (asked, answer) => {
    if (asked.headers.range) return serve(asked, answer);
    void waiting.then(() => serve(asked, answer));
  });
  const rest = await fetch(post.relay.origin + post.zipUrl, { headers: { range: `bytes=${total - 22}-` } });
  expect(rest.status).toBe(206);
  goOn();
  expect((await rest.arrayBuffer()).byteLength).toBe(22);
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

test('another method, and an address that is none, get no file', async () => {
  await using post = await startArchiveRelay();
  expect((await post.relay.get(post.zipUrl, {}, 'POST')).status).toBe(405);
  expect(String((await post.relay.get('/media/zip/AAAA')).body)).toBe('ticket.invalid');
  expect(String((await post.relay.get(`${post.zipUrl}?items=9`)).body)).toBe('archive.unfit');
  expect(post.upstream.requests).toEqual([]);
});

const run = (command: string, args: string[]) =>
  new Promise<string>((resolve, reject) => {
    const inUtf8 = ['LC_ALL=C.UTF-8', command, ...args];
    execFile('env', inUtf8, { encoding: 'utf8' }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr + stdout, { cause: error })) : resolve(stdout),
    );
  });

/** A ZIP as it was sent, its files named in Thai, Chinese and Vietnamese. */
async function savedZip() {
  await using post = await startArchiveRelay();
  const template = encodeURIComponent('ภาพถ่าย {index} 照片 Ảnh chụp');
  const folder = await mkdtemp(join(tmpdir(), 'unspool-zip-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'a.zip');
  await writeFile(path, (await post.relay.get(`${post.zipUrl}?name=${template}`)).body);
  return path;
}
const inScripts = [
  ...['01', '02', '03', '04', '05'].map((index) =>
    expect.stringMatching(new RegExp(`^ภาพถ่าย ${index} 照片 Ảnh chụp\\.(jpg|mp4|png)$`)),
  ),
  'post.json',
  'post.txt',
];

test.skipIf(!hasProgram('unzip'))('unzip finds no fault in it, and its names in every script', async () => {
  const path = await savedZip();
  expect(await run('unzip', ['-t', path])).toContain('No errors detected');
  expect((await run('unzip', ['-Z1', path])).trim().split('\n')).toEqual(inScripts);
});

test.skipIf(!hasProgram('python3'))("Python's zipfile does too", async () => {
  const script =
    'import json, sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint(json.dumps(z.namelist()))';
  expect(JSON.parse(await run('python3', ['-c', script, await savedZip()]))).toEqual(inScripts);
});
