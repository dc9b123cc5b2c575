import { expect, test } from 'vitest';
import { sceneNames, scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { fetchPage } from './fixtures/fetch-page.ts';
import { createThreadsReader } from './reader.ts';

function startReader(origin: string) {
  return createThreadsReader({
    fetch: fetchPage,
    origin,
    profiles: ['P1'],
    now: Date.now,
    random: Math.random,
  });
}

const threads = sceneNames.filter((name) => scenes[name].expectedThread);

test.each(threads)('the thread %s of the fake Threads is read as a whole and as one post', async (name) => {
  await using fake = await startFakeThreads();
  const reader = startReader(fake.origin);
  const { link, expectedThread, code } = scenes[name];
  const result = await reader.extract(link, { thread: true });
  if (!result.ok || !expectedThread) throw new Error('not read');
  const { thread, items, incomplete = false } = result.value;
  const posts = thread && 'posts' in thread ? thread.posts : [];
  expect(posts.map((post) => post.code)).toEqual(expectedThread.posts);
  expect(incomplete).toBe(expectedThread.incomplete);
  expect(items.map(({ type, source }) => ({ type, code: source.post?.code }))).toEqual(
    expectedThread.items.map(({ type, code }) => ({ type, code })),
  );
  const others = new Set(
    expectedThread.items.map((item) => item.code).filter((itemCode) => itemCode !== code),
  );
  const single = await reader.extract(link);
  expect(single).toMatchObject({ ok: true, value: { code, thread: { more: others.size } } });
});

test('a thread streamed in fragments is read from self_thread', async () => {
  await using fake = await startFakeThreads();
  const result = await startReader(fake.origin).extract(scenes.fragments.link, { thread: true });
  expect(result).toMatchObject({ ok: true, value: { thread: { posts: [{}, { code: 'DemoPieces2' }] } } });
});

test('if only the embed shows a post, its thread is incomplete', async () => {
  await using fake = await startFakeThreads();
  const result = await startReader(fake.origin).extract(scenes.pageOnlyByEmbed.link, { thread: true });
  expect(result).toMatchObject({ ok: true, value: { incomplete: true, thread: { posts: [{}] } } });
});

test('a post and its thread are cached separately', async () => {
  await using fake = await startFakeThreads();
  const reader = startReader(fake.origin);
  await reader.extract(scenes.thread.link);
  await reader.extract(scenes.thread.link, { thread: true });
  const requestCount = fake.requests.length;
  const again = await Promise.all([
    reader.extract(scenes.thread.link),
    reader.extract(scenes.thread.link, { thread: true }),
  ]);
  expect(fake.requests).toHaveLength(requestCount);
  expect(again.map((result) => result.ok && result.value.items.length)).toEqual([1, 5]);
});
