import { expect, test } from 'vitest';
import { buildPage, mediaBlock } from './fixtures/build-page.ts';
import { buildPost, photo } from './fixtures/build-post.ts';
import { always, link, page } from './fixtures/requested-post.ts';
import { startReader } from './fixtures/start-reader.ts';
import { maxCachedPosts, postCacheTtlMs } from './reader.ts';

const start = 1_790_000_000_000;

test('a post is cached for minutes, then expires', async () => {
  const clock = { now: start };
  await using fixture = await startReader(always(page), { now: () => clock.now });
  await fixture.reader.extract(link);
  clock.now = start + postCacheTtlMs;
  await fixture.reader.extract(link);
  expect(fixture.server.requests).toHaveLength(1);
  clock.now += 1;
  await fixture.reader.extract(link);
  expect(fixture.server.requests).toHaveLength(2);
});

test('the least recently used post is evicted for the newest', async () => {
  await using fixture = await startReader((request) => {
    const code = request.path.split('/').at(-1) ?? '';
    return { body: buildPage([mediaBlock(buildPost(code, photo('hill')))]) };
  });
  const read = async (index: number) => {
    const result = await fixture.reader.extract(`DAsked${String(index).padStart(5, '0')}`);
    expect(result.ok).toBe(true);
    return fixture.server.requests.length;
  };
  for (let index = 0; index <= maxCachedPosts; index += 1) await read(index);
  expect(await read(1)).toBe(maxCachedPosts + 1);
  expect(await read(maxCachedPosts)).toBe(maxCachedPosts + 1);
  expect(await read(0)).toBe(maxCachedPosts + 2);
});

test('a change to a returned post does not affect the cache', async () => {
  await using fixture = await startReader(always(page));
  const first = await fixture.reader.extract(link);
  const original = structuredClone(first);
  for (const result of [first, await fixture.reader.extract(link)]) {
    if (result.ok) result.value.text = 'changed';
  }
  expect(await fixture.reader.extract(link)).toEqual(original);
  expect(fixture.server.requests).toHaveLength(1);
});
