import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import type { ExtractAnswer } from '#media/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { deskSave } from '#test/support/start-desk-edge.ts';
import { isStress } from '#test/support/stress.ts';

function extract(origin: string): Promise<Response> {
  return fetch(`${origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: scenes.huge.link }),
  });
}

/** Begins to save a part of a very large file, and takes nothing of it yet. */
async function beginSave(origin: string, bytes: number, client = '192.0.2.1'): Promise<IncomingMessage> {
  const { qualities } = (await (await extract(origin)).json()) as ExtractAnswer;
  const url = new URL(qualities[0]?.url ?? '', origin);
  const headers = { range: `bytes=0-${bytes - 1}`, 'x-forwarded-for': client };
  return new Promise((resolve, reject) => {
    request(url, { headers, agent: false }, resolve).on('error', reject).end();
  });
}

/** A post that the server has begun, and of which half is sent. `finish` sends the rest and gives the answer's status. */
async function beginPost({ origin }: RunningApp, cookie: string, title: string) {
  const body = JSON.stringify(
    deskSave({ title, content: `<p>${'words '.repeat(2_000)}</p>` }, { locale: 'en' }),
  );
  const headers = {
    ...{ cookie, origin, 'content-type': 'application/json', 'content-length': body.length },
    // The server says when it has read the head.
    expect: '100-continue',
  };
  const sending = request(`${origin}/api/admin/posts`, { method: 'POST', headers, agent: false });
  const answered = new Promise<number>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
  });
  await new Promise<void>((resolve) => {
    sending.once('continue', resolve).flushHeaders();
  });
  sending.write(body.slice(0, 5_000));
  return () => {
    sending.end(body.slice(5_000));
    return answered;
  };
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

test.runIf(isStress)(
  'fifty files and twenty posts under way when it is asked to end all come to their end',
  async () => {
    await using threads = await startFakeThreads();
    await using app = await startApp({ ...threads.environment, TRUSTED_PROXIES: '127.0.0.1' });
    const cookie = await enterAsOwner(app);
    const size = 3_000_000;
    const saves = await Promise.all(
      Array.from({ length: 50 }, (_, at) => beginSave(app.origin, size, `192.0.2.${1 + (at % 10)}`)),
    );
    const begun = await Promise.all(
      Array.from({ length: 20 }, (_, at) => beginPost(app, cookie, `Post ${at}`)),
    );
    const code = app.stop();
    await expect.poll(async () => (await fetch(`${app.origin}/readyz`)).status).toBe(503);
    expect((await extract(app.origin)).status).toBe(503);
    const statuses = await Promise.all(begun.map((finish) => finish()));
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
  },
);

test.runIf(isStress)('asked twice, it ends at once', async () => {
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
