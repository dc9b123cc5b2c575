import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import type { ExtractResponse } from '#extraction/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { signInAsOwner } from '#test/support/admin-session.ts';
import { requestExtraction } from '#test/support/request-extraction.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { isStress } from '#test/support/stress.ts';
import { createSaveRequest } from '../support/start-admin-server.ts';

const extract = (origin: string) => requestExtraction(origin, scenes.huge.link);

/** Requests part of a very large file without reading the body yet. */
async function startDownload(origin: string, bytes: number, client = '192.0.2.1'): Promise<IncomingMessage> {
  const { qualities } = (await (await extract(origin)).json()) as ExtractResponse;
  const url = new URL(qualities[0]?.url ?? '', origin);
  const headers = { range: `bytes=0-${bytes - 1}`, 'x-forwarded-for': client };
  return new Promise((resolve, reject) => {
    request(url, { headers, agent: false }, resolve).on('error', reject).end();
  });
}

/** Sends half of a new post; the returned function sends the rest and resolves with the status. */
async function startPost({ origin }: RunningApp, cookie: string, title: string) {
  const body = JSON.stringify(
    createSaveRequest({ title, content: `<p>${'words '.repeat(2_000)}</p>` }, { locale: 'en' }),
  );
  const headers = {
    cookie,
    origin,
    'content-type': 'application/json',
    'content-length': body.length,
    // The server confirms that it has read the headers.
    expect: '100-continue',
  };
  const sending = request(`${origin}/api/admin/posts`, { method: 'POST', headers, agent: false });
  const responseStatus = new Promise<number>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => resolve(response.resume().statusCode ?? 0));
  });
  await new Promise<void>((resolve) => {
    sending.once('continue', resolve).flushHeaders();
  });
  sending.write(body.slice(0, 5_000));
  return () => {
    sending.end(body.slice(5_000));
    return responseStatus;
  };
}

test('on shutdown the process reports it, rejects new work and finishes running work', async () => {
  await using threads = await startFakeThreads();
  await using app = await startApp(threads.environment);
  const size = 40_000_000;
  const save = await startDownload(app.origin, size);
  const code = app.stop();
  await expect.poll(async () => (await fetch(`${app.origin}/readyz`)).status).toBe(503);
  expect((await fetch(`${app.origin}/livez`)).status).toBe(200);
  expect((await fetch(app.origin)).status).toBe(200);
  const errorResponse = await extract(app.origin);
  expect(errorResponse.status).toBe(503);
  expect(errorResponse.headers.get('retry-after')).toBe('5');
  expect(errorResponse.headers.get('connection')).toBe('close');
  let received = 0;
  for await (const chunk of save) received += chunk.length;
  expect(received).toBe(size);
  expect(await code).toBe(0);
});

test.runIf(isStress)('fifty downloads and twenty posts that run at shutdown all complete', async () => {
  await using threads = await startFakeThreads();
  await using app = await startApp({ ...threads.environment, TRUSTED_PROXIES: '127.0.0.1' });
  const cookie = await signInAsOwner(app);
  const size = 3_000_000;
  const saves = await Promise.all(
    Array.from({ length: 50 }, (_, at) => startDownload(app.origin, size, `192.0.2.${1 + (at % 10)}`)),
  );
  const pendingPosts = await Promise.all(
    Array.from({ length: 20 }, (_, at) => startPost(app, cookie, `Post ${at}`)),
  );
  const code = app.stop();
  await expect.poll(async () => (await fetch(`${app.origin}/readyz`)).status).toBe(503);
  expect((await extract(app.origin)).status).toBe(503);
  const statuses = await Promise.all(pendingPosts.map((finish) => finish()));
  expect(statuses).toEqual(Array(20).fill(201));
  const received = await Promise.all(
    saves.map(async (save) => {
      let bytes = 0;
      for await (const chunk of save) bytes += chunk.length;
      return bytes;
    }),
  );
  expect(received).toEqual(Array(50).fill(size));
  expect(await code).toBe(0);
});

test.runIf(isStress)('a second signal ends the process at once', async () => {
  await using threads = await startFakeThreads();
  await using app = await startApp(threads.environment);
  const save = await startDownload(app.origin, 400_000_000);
  save.on('error', () => undefined);
  const code = app.stop();
  await expect.poll(async () => (await fetch(`${app.origin}/readyz`)).status).toBe(503);
  const started = performance.now();
  process.kill(app.pid, 'SIGTERM');
  expect(await code).toBe(1);
  // Without it, the download would have 16 seconds.
  expect(performance.now() - started).toBeLessThan(10_000);
});
