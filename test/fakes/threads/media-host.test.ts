import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { hugeBytes, hugeTotalBytes } from './huge-file.ts';
import { type SceneName, sceneNames, scenes } from './scenes.ts';
import { type FakeThreads, startFakeThreads } from './start-fake-threads.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11)', accept: 'text/html' };

function sha256(bytes: ArrayBuffer | Buffer): string {
  return createHash('sha256')
    .update(Buffer.from(bytes as ArrayBuffer))
    .digest('hex');
}

/** Every media address on the page of a scene, JSON escapes undone. */
async function addressesOf(fake: FakeThreads, name: SceneName): Promise<string[]> {
  const { code, link } = scenes[name];
  const page = await fetch(fake.origin + new URL(link).pathname, { headers: browser });
  const html = await page.text();
  const block = html.split('<script').find((part) => part.includes(`"code":"${code}"`)) ?? '';
  const found = block.matchAll(/"(http:\\\/\\\/127\.0\.0\.1[^"]+)"/g);
  return [...found].map((match) => String(JSON.parse(`"${match[1]}"`)));
}

async function addressOf(fake: FakeThreads, name: SceneName, part: RegExp): Promise<string> {
  const found = (await addressesOf(fake, name)).find((address) => part.test(address));
  expect(found, `${name} has an address like ${part}`).toBeDefined();
  return found ?? '';
}

test('every expected file is on the page of its scene and delivers the expected bytes', async () => {
  await using fake = await startFakeThreads();
  const skipped = ['continuation', 'fragments', 'fragmentsContinuation', 'expiredLink', 'shellThenPage'];
  for (const name of sceneNames) {
    const { expected } = scenes[name];
    if (!('items' in expected) || name.startsWith('pageOnly') || skipped.includes(name)) continue;
    if (expected.items.some((item) => item.sha256 === null)) continue;
    const addresses = await addressesOf(fake, name);
    const digests = new Set<string>();
    for (const address of new Set(addresses)) {
      const response = await fetch(address);
      expect(response.status, `${name} ${address}`).toBe(200);
      digests.add(sha256(await response.arrayBuffer()));
    }
    for (const item of expected.items) expect(digests.has(item.sha256 ?? ''), name).toBe(true);
  }
});

test('ranges give exactly the bytes asked for', async () => {
  await using fake = await startFakeThreads();
  const address = await addressOf(fake, 'video', /\.mp4/);
  const whole = Buffer.from(await (await fetch(address)).arrayBuffer());
  const total = whole.length;
  const ranges: [string, number, number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=100-1999', 100, 2000],
    [`bytes=${total - 10}-`, total - 10, total],
    ['bytes=-500', total - 500, total],
    ['bytes=5-99999999', 5, total],
    ['bytes=-99999999', 0, total],
  ];
  for (const [range, start, end] of ranges) {
    const response = await fetch(address, { headers: { range } });
    expect([response.status, response.headers.get('content-range')], range).toEqual([
      206,
      `bytes ${start}-${end - 1}/${total}`,
    ]);
    expect(sha256(await response.arrayBuffer())).toBe(sha256(whole.subarray(start, end)));
  }
  for (const range of [`bytes=${total}-`, 'bytes=-0']) {
    const response = await fetch(address, { headers: { range } });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${total}`]);
  }
});

test('HEAD tells type and length, and an outdated If-Range gets the whole file', async () => {
  await using fake = await startFakeThreads();
  const address = await addressOf(fake, 'video', /\.mp4/);
  const head = await fetch(address, { method: 'HEAD' });
  const { expected } = scenes.video;
  const bytes = 'items' in expected ? expected.items[0]?.bytes : 0;
  expect(head.headers.get('content-length')).toBe(String(bytes));
  expect(head.headers.get('content-type')).toBe('video/mp4');
  expect(head.headers.get('accept-ranges')).toBe('bytes');
  expect(head.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(head.headers.has('content-disposition')).toBe(false);
  const old = { range: 'bytes=0-9', 'if-range': 'Thu, 01 Jan 2026 00:00:00 GMT' };
  expect((await fetch(address, { headers: old })).status).toBe(200);
  const current = { range: 'bytes=0-9', 'if-range': head.headers.get('last-modified') ?? '' };
  expect((await fetch(address, { headers: current })).status).toBe(206);
});

test('a changed, reordered or cut query is refused, and so is an expired address', async () => {
  let now = Date.UTC(2026, 10, 1);
  await using fake = await startFakeThreads({ now: () => now });
  const address = await addressOf(fake, 'photo', /t51\.82787-15/);
  const textOf = async (url: string) => {
    const response = await fetch(url);
    return [response.status, await response.text()];
  };
  expect(await textOf(`${address}&dl=1`)).toEqual([403, 'Bad URL hash']);
  expect(await textOf(address.replace('ccb=7-5', 'ccb=7-4'))).toEqual([403, 'URL signature mismatch']);
  expect(await textOf(address.split('?')[0] ?? '')).toEqual([403, 'Bad URL hash']);
  expect((await fetch(address)).status).toBe(200);
  now += 5 * 86_400_000;
  expect(await textOf(address)).toEqual([403, 'URL signature expired']);
});

test('expiredLink works from the second reading on, until the next reset', async () => {
  await using fake = await startFakeThreads();
  const first = await addressOf(fake, 'expiredLink', /\.mp4/);
  expect((await fetch(first)).status).toBe(403);
  const second = await addressOf(fake, 'expiredLink', /\.mp4/);
  expect((await fetch(second)).status).toBe(200);
  expect((await fetch(first)).status).toBe(403);
  fake.reset();
  expect((await fetch(await addressOf(fake, 'expiredLink', /\.mp4/))).status).toBe(403);
});

test('addresses wear out after so many requests or bytes, or all at once', async () => {
  await using fake = await startFakeThreads({ expireAddressesAfter: { requests: 2 } });
  const address = await addressOf(fake, 'video', /\.mp4/);
  const statuses = [await fetch(address), await fetch(address), await fetch(address)].map(
    (one) => one.status,
  );
  expect(statuses).toEqual([200, 200, 403]);

  await using heavy = await startFakeThreads({ expireAddressesAfter: { bytes: 1000 } });
  const other = await addressOf(heavy, 'video', /\.mp4/);
  const ranged = await fetch(other, { headers: { range: 'bytes=0-999' } });
  expect([ranged.status, (await fetch(other)).status]).toEqual([206, 403]);

  const cover = await addressOf(heavy, 'video', /t51\.71878-15/);
  heavy.expireAddresses();
  expect((await fetch(cover)).status).toBe(403);
  expect((await fetch(await addressOf(heavy, 'video', /t51\.71878-15/))).status).toBe(200);
});

test('a truncated file declares its length and breaks off in the middle', async () => {
  await using fake = await startFakeThreads();
  const response = await fetch(await addressOf(fake, 'truncated', /\.mp4/));
  const total = Number(response.headers.get('content-length'));
  let got = 0;
  const read = async () => {
    for await (const chunk of response.body ?? []) got += chunk.length;
  };
  await expect(read()).rejects.toThrow();
  expect(got).toBe(Math.floor(total / 2));
});

test('a stalled file stops in the middle and counts as open until its reader leaves', async () => {
  await using fake = await startFakeThreads();
  const leaving = new AbortController();
  const address = await addressOf(fake, 'stalledMedia', /\.mp4/);
  const response = await fetch(address, { signal: leaving.signal });
  const half = Math.floor(Number(response.headers.get('content-length')) / 2);
  const reader = response.body?.getReader();
  let got = 0;
  while (got < half) got += (await reader?.read())?.value?.length ?? Number.NaN;
  expect(got).toBe(half);
  expect(fake.openMediaResponses()).toBe(1);
  leaving.abort();
  await expect.poll(() => fake.openMediaResponses()).toBe(0);
});

test('wrong types, an SVG, nothing at all, and a host without ranges', async () => {
  await using fake = await startFakeThreads();
  const page = await fetch(await addressOf(fake, 'wrongType', /\.mp4/));
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const svg = await fetch(await addressOf(fake, 'svgMedia', /t51\.82787-15/));
  expect(svg.headers.get('content-type')).toBe('image/svg+xml');
  const empty = await fetch(await addressOf(fake, 'emptyMedia', /t51\.82787-15/));
  expect([empty.status, (await empty.arrayBuffer()).byteLength]).toEqual([200, 0]);
  const plain = await fetch(await addressOf(fake, 'noRangeMedia', /\.mp4/), {
    headers: { range: 'bytes=5-9' },
  });
  expect([plain.status, plain.headers.get('accept-ranges')]).toEqual([200, null]);
});

test('the huge video gives any range, computed from the offset, far beyond 32 bits of signed length', async () => {
  await using fake = await startFakeThreads();
  const address = await addressOf(fake, 'huge', /\.mp4/);
  const head = await fetch(address, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe('2147483648');
  for (const start of [0, 40, 65_521 * 7 - 3, hugeTotalBytes - 70_000]) {
    const end = Math.min(start + 70_000, hugeTotalBytes);
    const response = await fetch(address, { headers: { range: `bytes=${start}-${end - 1}` } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(end - start);
    expect(sha256(bytes)).toBe(sha256(hugeBytes(start, end)));
  }
  expect(hugeBytes(4, 12).toString('latin1')).toBe('ftypisom');
  const [left, right] = [hugeBytes(1_000_000, 1_000_500), hugeBytes(1_000_200, 1_000_300)];
  expect(left.subarray(200, 300).equals(right)).toBe(true);
});

test('the huge video is sent only as fast as it is read', async () => {
  await using fake = await startFakeThreads();
  const address = new URL(await addressOf(fake, 'huge', /\.mp4/));
  const before = process.memoryUsage().arrayBuffers;
  const socket = connect(Number(address.port), '127.0.0.1');
  socket.write(`GET ${address.pathname}${address.search} HTTP/1.1\r\nHost: x\r\n\r\n`);
  socket.pause();
  await expect.poll(() => fake.openMediaResponses()).toBe(1);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 1024 * 1024);
  socket.destroy();
  await expect.poll(() => fake.openMediaResponses()).toBe(0);
});
