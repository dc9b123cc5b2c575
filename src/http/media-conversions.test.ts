import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ExtractAnswer, Quality } from '#media/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { type RunningEdge, startEdge } from '#test/support/start-edge.ts';
import { extractAnswerSchema } from './extract-schema.ts';

const moment = Date.now();

async function firstFile(edge: RunningEdge, url: string): Promise<Quality> {
  const response = await fetch(`${edge.origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  const answer = (await response.json()) as ExtractAnswer;
  expect(extractAnswerSchema.safeParse(answer).error).toBeUndefined();
  const [file] = answer.qualities;
  if (!file) throw new Error(answer.code);
  return file;
}

test('a WebP of a post is listed with what it can be had as, and each of these weighs as three downloads', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({
    overrides: { now: () => moment },
    environment: { ...threads.environment, LIMITS_SCALE: '1' },
  });
  const file = await firstFile(edge, scenes.photo.link);
  expect(file).toMatchObject({ format: 'WEBP', conversions: ['jpg', 'png'] });
  const statuses: number[] = [];
  for (let asked = 0; asked < 14; asked += 1) {
    const response = await fetch(`${edge.origin}${file.url}?as=jpg`);
    statuses.push(response.status);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (asked > 0) continue;
    expect(response.headers.get('ratelimit')).toBe('"media";r=37;t=60');
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
  }
  expect(statuses).toEqual([...Array(13).fill(200), 429]);
});

test('who follows a link to what is not made here reads why, in the language of the page', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: threads.environment });
  const file = await firstFile(edge, scenes.photo.link);
  const address = `${edge.origin}${file.url}?as=gif`;
  const forProgram = await fetch(address);
  expect([forProgram.status, await forProgram.json()]).toEqual([
    404,
    { success: false, code: 'conversion.unavailable', error: expect.stringMatching(/format/) },
  ]);
  const headers = { 'sec-fetch-dest': 'document', 'accept-language': 'de' };
  const forPerson = await fetch(address, { headers, redirect: 'manual' });
  expect([forPerson.status, forPerson.headers.get('content-type')]).toEqual([
    404,
    'text/plain; charset=utf-8',
  ]);
  expect(await forPerson.text()).toMatch(/^Diese Datei gibt es hier nicht/);
});
