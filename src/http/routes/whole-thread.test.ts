import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ExtractResponse } from '#extraction/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { startTestServer } from '#test/support/start-server.ts';
import { extractResponseSchema } from './extract-schema.ts';

async function call(origin: string, body: unknown): Promise<{ status: number; result: ExtractResponse }> {
  const response = await fetch(`${origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, result: (await response.json()) as ExtractResponse };
}

test('a post reports more posts in its thread, and the whole thread is labeled by post', async () => {
  await using threads = await startFakeThreads();
  await using server = await startTestServer({ environment: { ...threads.environment } });
  const { link, expectedThread } = scenes.thread;
  const single = await call(server.origin, { url: link });
  expect(single.result).toMatchObject({ success: true, post: { thread: { more: 2 } } });
  expect(single.result.qualities.map(({ source }) => source)).toEqual([
    { kind: 'own', username: 'lina.fiktiv' },
  ]);

  const { result } = await call(server.origin, { url: link, thread: true });
  expect(extractResponseSchema.parse(result)).toEqual(result);
  expect(result.post?.thread).toMatchObject({ posts: expectedThread?.posts.map((code) => ({ code })) });
  expect(result.qualities.map(({ source }) => `${source.post?.code} ${source.post?.place}/4`)).toEqual([
    'DemoChain01 1/4',
    'DemoChain02 2/4',
    ...Array(3).fill('DemoChain04 4/4'),
  ]);
});

test('files of all posts of a thread still load after their upstream URLs expire', async () => {
  await using threads = await startFakeThreads();
  await using server = await startTestServer({ environment: { ...threads.environment } });
  const { link, expectedThread } = scenes.thread;
  const { result } = await call(server.origin, { url: link, thread: true });
  threads.expireUrls();
  const digests: string[] = [];
  for (const { url } of result.qualities) {
    const file = await fetch(server.origin + url);
    expect(file.status).toBe(200);
    digests.push(
      createHash('sha256')
        .update(Buffer.from(await file.arrayBuffer()))
        .digest('hex'),
    );
  }
  expect(digests).toEqual(expectedThread?.items.map((item) => item.sha256));
});

test('the thread option accepts only booleans', async () => {
  await using threads = await startFakeThreads();
  await using server = await startTestServer({ environment: { ...threads.environment } });
  for (const thread of ['true', 1, null]) {
    expect((await call(server.origin, { url: scenes.thread.link, thread })).status).toBe(400);
  }
  expect(threads.requests).toEqual([]);
});
