import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { hugeBytes, hugeTotalBytes } from './media-files.ts';
import { type SceneName, sceneNames, scenes } from './scenes.ts';
import { type FakeThreads, startFakeThreads } from './start-fake-threads.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11)', accept: 'text/html' };

function sha256(bytes: ArrayBuffer | Buffer): string {
  return createHash('sha256')
    .update(Buffer.from(bytes as ArrayBuffer))
    .digest('hex');
}

async function listMediaUrls(fake: FakeThreads, name: SceneName): Promise<string[]> {
  const { code, link } = scenes[name];
  const page = await fetch(fake.origin + new URL(link).pathname, { headers: browser });
  const html = await page.text();
  const block = html.split('<script').find((part) => part.includes(`"code":"${code}"`)) ?? '';
  const found = block.matchAll(/"(http:\\\/\\\/127\.0\.0\.1[^"]+)"/g);
  return [...found].map((match) => String(JSON.parse(`"${match[1]}"`)));
}

async function findMediaUrl(fake: FakeThreads, name: SceneName, part: RegExp): Promise<string> {
  const found = (await listMediaUrls(fake, name)).find((url) => part.test(url));
  expect(found, `${name} has an address like ${part}`).toBeDefined();
  return found ?? '';
}

test('every expected file is on its page and has the expected bytes', async () => {
  await using fake = await startFakeThreads();
  const skipped = ['continuation', 'fragments', 'fragmentsContinuation', 'expiredLink', 'emptyThenPage'];
  for (const name of sceneNames) {
    const { expected } = scenes[name];
    if (!('items' in expected) || name.startsWith('pageOnly') || skipped.includes(name)) continue;
    if (expected.items.some((item) => item.sha256 === null)) continue;
    const urls = await listMediaUrls(fake, name);
    const digests = new Set<string>();
    for (const url of new Set(urls)) {
      const response = await fetch(url);
      expect(response.status, `${name} ${url}`).toBe(200);
      digests.add(sha256(await response.arrayBuffer()));
    }
    for (const item of expected.items) expect(digests.has(item.sha256 ?? ''), name).toBe(true);
  }
});

test('ranges return exactly the requested bytes', async () => {
  await using fake = await startFakeThreads();
  const url = await findMediaUrl(fake, 'video', /\.mp4/);
  const fullFile = Buffer.from(await (await fetch(url)).arrayBuffer());
  const total = fullFile.length;
  const ranges: [string, number, number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=100-1999', 100, 2000],
    [`bytes=${total - 10}-`, total - 10, total],
    ['bytes=-500', total - 500, total],
    ['bytes=5-99999999', 5, total],
    ['bytes=-99999999', 0, total],
  ];
  for (const [range, start, end] of ranges) {
    const response = await fetch(url, { headers: { range } });
    expect([response.status, response.headers.get('content-range')], range).toEqual([
      206,
      `bytes ${start}-${end - 1}/${total}`,
    ]);
    expect(sha256(await response.arrayBuffer())).toBe(sha256(fullFile.subarray(start, end)));
  }
  for (const range of [`bytes=${total}-`, 'bytes=-0']) {
    const response = await fetch(url, { headers: { range } });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${total}`]);
  }
});

test('HEAD returns type and length, and an outdated If-Range gets the whole file', async () => {
  await using fake = await startFakeThreads();
  const url = await findMediaUrl(fake, 'video', /\.mp4/);
  const head = await fetch(url, { method: 'HEAD' });
  const { expected } = scenes.video;
  const bytes = 'items' in expected ? expected.items[0]?.bytes : 0;
  expect(head.headers.get('content-length')).toBe(String(bytes));
  expect(head.headers.get('content-type')).toBe('video/mp4');
  expect(head.headers.get('accept-ranges')).toBe('bytes');
  expect(head.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(head.headers.has('content-disposition')).toBe(false);
  const old = { range: 'bytes=0-9', 'if-range': 'Thu, 01 Jan 2026 00:00:00 GMT' };
  expect((await fetch(url, { headers: old })).status).toBe(200);
  const current = { range: 'bytes=0-9', 'if-range': head.headers.get('last-modified') ?? '' };
  expect((await fetch(url, { headers: current })).status).toBe(206);
});

test('a URL with a modified or missing query is rejected, and so is an expired one', async () => {
  let now = Date.UTC(2026, 10, 1);
  await using fake = await startFakeThreads({ now: () => now });
  const signedUrl = await findMediaUrl(fake, 'photo', /t51\.82787-15/);
  const fetchText = async (url: string) => {
    const response = await fetch(url);
    return [response.status, await response.text()];
  };
  expect(await fetchText(`${signedUrl}&dl=1`)).toEqual([403, 'Bad URL hash']);
  expect(await fetchText(signedUrl.replace('ccb=7-5', 'ccb=7-4'))).toEqual([403, 'URL signature mismatch']);
  expect(await fetchText(signedUrl.split('?')[0] ?? '')).toEqual([403, 'Bad URL hash']);
  expect((await fetch(signedUrl)).status).toBe(200);
  now += 5 * 86_400_000;
  expect(await fetchText(signedUrl)).toEqual([403, 'URL signature expired']);
});

test('expiredLink works from the second read until the next reset', async () => {
  await using fake = await startFakeThreads();
  const first = await findMediaUrl(fake, 'expiredLink', /\.mp4/);
  expect((await fetch(first)).status).toBe(403);
  const second = await findMediaUrl(fake, 'expiredLink', /\.mp4/);
  expect((await fetch(second)).status).toBe(200);
  expect((await fetch(first)).status).toBe(403);
  fake.reset();
  expect((await fetch(await findMediaUrl(fake, 'expiredLink', /\.mp4/))).status).toBe(403);
});

test('URLs expire after a number of requests or bytes, or all at once', async () => {
  await using fake = await startFakeThreads({ expireUrlsAfter: { requests: 2 } });
  const url = await findMediaUrl(fake, 'video', /\.mp4/);
  const statuses = [await fetch(url), await fetch(url), await fetch(url)].map((response) => response.status);
  expect(statuses).toEqual([200, 200, 403]);

  await using heavy = await startFakeThreads({ expireUrlsAfter: { bytes: 1000 } });
  const other = await findMediaUrl(heavy, 'video', /\.mp4/);
  const ranged = await fetch(other, { headers: { range: 'bytes=0-999' } });
  expect([ranged.status, (await fetch(other)).status]).toEqual([206, 403]);

  const cover = await findMediaUrl(heavy, 'video', /t51\.71878-15/);
  heavy.expireUrls();
  expect((await fetch(cover)).status).toBe(403);
  expect((await fetch(await findMediaUrl(heavy, 'video', /t51\.71878-15/))).status).toBe(200);
});

test('a truncated file declares its full length and ends in the middle', async () => {
  await using fake = await startFakeThreads();
  const response = await fetch(await findMediaUrl(fake, 'truncated', /\.mp4/));
  const total = Number(response.headers.get('content-length'));
  let got = 0;
  const read = async () => {
    for await (const chunk of response.body ?? []) got += chunk.length;
  };
  await expect(read()).rejects.toThrow();
  expect(got).toBe(Math.floor(total / 2));
});

test('a stalled file stops in the middle and stays open until the client disconnects', async () => {
  await using fake = await startFakeThreads();
  const leaving = new AbortController();
  const url = await findMediaUrl(fake, 'stalledMedia', /\.mp4/);
  const response = await fetch(url, { signal: leaving.signal });
  const half = Math.floor(Number(response.headers.get('content-length')) / 2);
  const reader = response.body?.getReader();
  let got = 0;
  while (got < half) got += (await reader?.read())?.value?.length ?? Number.NaN;
  expect(got).toBe(half);
  expect(fake.openMediaResponses()).toBe(1);
  leaving.abort();
  await expect.poll(() => fake.openMediaResponses()).toBe(0);
});

test('media can have a wrong type, be an SVG, be empty, or not support ranges', async () => {
  await using fake = await startFakeThreads();
  const page = await fetch(await findMediaUrl(fake, 'wrongType', /\.mp4/));
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const svg = await fetch(await findMediaUrl(fake, 'svgMedia', /t51\.82787-15/));
  expect(svg.headers.get('content-type')).toBe('image/svg+xml');
  const empty = await fetch(await findMediaUrl(fake, 'emptyMedia', /t51\.82787-15/));
  expect([empty.status, (await empty.arrayBuffer()).byteLength]).toEqual([200, 0]);
  const plain = await fetch(await findMediaUrl(fake, 'noRangeMedia', /\.mp4/), {
    headers: { range: 'bytes=5-9' },
  });
  expect([plain.status, plain.headers.get('accept-ranges')]).toEqual([200, null]);
});

test('the huge video serves any range beyond the signed 32-bit limit', async () => {
  await using fake = await startFakeThreads();
  const url = await findMediaUrl(fake, 'huge', /\.mp4/);
  const head = await fetch(url, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe('2147483648');
  for (const start of [0, 40, 65_521 * 7 - 3, hugeTotalBytes - 70_000]) {
    const end = Math.min(start + 70_000, hugeTotalBytes);
    const response = await fetch(url, { headers: { range: `bytes=${start}-${end - 1}` } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(end - start);
    expect(sha256(bytes)).toBe(sha256(hugeBytes(start, end)));
  }
  expect(hugeBytes(4, 12).toString('latin1')).toBe('ftypisom');
  const [left, right] = [hugeBytes(1_000_000, 1_000_500), hugeBytes(1_000_200, 1_000_300)];
  expect(left.subarray(200, 300).equals(right)).toBe(true);
});

test('the huge video is sent only as fast as the client reads', async () => {
  await using fake = await startFakeThreads();
  const url = new URL(await findMediaUrl(fake, 'huge', /\.mp4/));
  const before = process.memoryUsage().arrayBuffers;
  const socket = connect(Number(url.port), '127.0.0.1');
  socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: x\r\n\r\n`);
  socket.pause();
  await expect.poll(() => fake.openMediaResponses()).toBe(1);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 1024 * 1024);
  socket.destroy();
  await expect.poll(() => fake.openMediaResponses()).toBe(0);
});
