import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ExtractResponse, Quality } from '#extraction/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { startTestServer, type TestServer } from '#test/support/start-server.ts';
import { extractResponseSchema } from './extract-schema.ts';

const fixedNow = Date.now();

async function firstFile(server: TestServer, url: string): Promise<Quality> {
  const response = await fetch(`${server.origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  const result = (await response.json()) as ExtractResponse;
  expect(extractResponseSchema.safeParse(result).error).toBeUndefined();
  const [file] = result.qualities;
  if (!file) throw new Error(result.code);
  return file;
}

test('a WebP lists its conversions, and each conversion counts as three downloads', async () => {
  await using threads = await startFakeThreads();
  await using server = await startTestServer({
    overrides: { now: () => fixedNow },
    environment: { ...threads.environment, LIMITS_SCALE: '1' },
  });
  const file = await firstFile(server, scenes.photo.link);
  expect(file).toMatchObject({ format: 'WEBP', conversions: ['jpg', 'png'] });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 14; attempt += 1) {
    const response = await fetch(`${server.origin}${file.url}?as=jpg`);
    statuses.push(response.status);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (attempt > 0) continue;
    expect(response.headers.get('ratelimit')).toBe('"media";r=37;t=60');
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
  }
  expect(statuses).toEqual([...Array(13).fill(200), 429]);
});

test('an unavailable conversion returns JSON to programs and text to browsers', async () => {
  await using threads = await startFakeThreads();
  await using server = await startTestServer({ environment: threads.environment });
  const file = await firstFile(server, scenes.photo.link);
  const url = `${server.origin}${file.url}?as=gif`;
  const apiResponse = await fetch(url);
  expect([apiResponse.status, await apiResponse.json()]).toEqual([
    404,
    { success: false, code: 'conversion.unavailable', error: expect.stringMatching(/format/) },
  ]);
  const headers = { 'sec-fetch-dest': 'document', 'accept-language': 'de' };
  const browserResponse = await fetch(url, { headers, redirect: 'manual' });
  expect([browserResponse.status, browserResponse.headers.get('content-type')]).toEqual([
    404,
    'text/plain; charset=utf-8',
  ]);
  expect(await browserResponse.text()).toMatch(/^Diese Datei gibt es hier nicht/);
});
