import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import type { ExtractAnswer } from '#media/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { startApp } from '#test/support/start-app.ts';

function extract(origin: string): Promise<Response> {
  return fetch(`${origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: scenes.huge.link }),
  });
}

/** Begins to save a part of a very large file, and takes nothing of it yet. */
async function beginSave(origin: string, bytes: number): Promise<IncomingMessage> {
  const { qualities } = (await (await extract(origin)).json()) as ExtractAnswer;
  const url = new URL(qualities[0]?.url ?? '', origin);
  return new Promise((resolve, reject) => {
    request(url, { headers: { range: `bytes=0-${bytes - 1}` }, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
}

test('a process that is asked to end says so, begins nothing, finishes what it began, and ends', async () => {
  await using threads = await startFakeThreads();
  await using app = await startApp(threads.environment);
  const size = 40_000_000;
  const save = await beginSave(app.origin, size);
  const code = app.stop();
  await expect.poll(async () => (await fetch(`${app.origin}/readyz`)).status).toBe(503);
  expect((await fetch(`${app.origin}/livez`)).status).toBe(200);
  expect((await fetch(app.origin)).status).toBe(200);
  const refused = await extract(app.origin);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(refused.headers.get('connection')).toBe('close');
  let received = 0;
  for await (const chunk of save) received += chunk.length;
  expect(received).toBe(size);
  expect(await code).toBe(0);
});

test('asked twice, it ends at once', async () => {
  await using threads = await startFakeThreads();
  await using app = await startApp(threads.environment);
  const save = await beginSave(app.origin, 400_000_000);
  save.on('error', () => undefined);
  const code = app.stop();
  await expect.poll(async () => (await fetch(`${app.origin}/readyz`)).status).toBe(503);
  const started = performance.now();
  process.kill(app.pid, 'SIGTERM');
  expect(await code).toBe(1);
  expect(performance.now() - started).toBeLessThan(3000);
});
