import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ExtractAnswer } from '#media/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { startEdge } from '#test/support/start-edge.ts';
import { extractAnswerSchema } from './extract-schema.ts';

async function call(origin: string, body: unknown): Promise<{ status: number; answer: ExtractAnswer }> {
  const response = await fetch(`${origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: (await response.json()) as ExtractAnswer };
}

test('a post tells that its thread has more, and the whole thread is labelled by post', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: { ...threads.environment } });
  const { link, whole } = scenes.chain;
  const alone = await call(edge.origin, { url: link });
  expect(alone.answer).toMatchObject({ success: true, post: { thread: { more: 2 } } });
  expect(alone.answer.qualities.map(({ source }) => source)).toEqual([
    { kind: 'own', username: 'lina.fiktiv' },
  ]);

  const { answer } = await call(edge.origin, { url: link, thread: true });
  expect(extractAnswerSchema.parse(answer)).toEqual(answer);
  expect(answer.post?.thread).toMatchObject({ posts: whole?.posts.map((code) => ({ code })) });
  expect(answer.qualities.map(({ source }) => `${source.post?.code} ${source.post?.place}/4`)).toEqual([
    'DemoChain01 1/4',
    'DemoChain02 2/4',
    ...Array(3).fill('DemoChain04 4/4'),
  ]);
});

test('a file of any post of a thread is found again when its address has expired', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: { ...threads.environment } });
  const { link, whole } = scenes.chain;
  const { answer } = await call(edge.origin, { url: link, thread: true });
  threads.expireAddresses();
  const digests: string[] = [];
  for (const { url } of answer.qualities) {
    const file = await fetch(edge.origin + url);
    expect(file.status).toBe(200);
    digests.push(
      createHash('sha256')
        .update(Buffer.from(await file.arrayBuffer()))
        .digest('hex'),
    );
  }
  expect(digests).toEqual(whole?.items.map((item) => item.sha256));
});

test('only true and false are taken for a thread', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: { ...threads.environment } });
  for (const thread of ['true', 1, null]) {
    expect((await call(edge.origin, { url: scenes.chain.link, thread })).status).toBe(400);
  }
  expect(threads.requests).toEqual([]);
});
