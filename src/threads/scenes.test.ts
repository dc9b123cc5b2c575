import { expect, test } from 'vitest';
import { sceneNames, scenes, shareLinks } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import type { PageFetch } from './contract.ts';
import { createThreadsReader, defaultReaderLimits } from './reader.ts';

/** Only for scenes that end with a timeout: a busy machine can be silent for a while too. */
const shortLimits = { ...defaultReaderLimits, totalMs: 3_000, pageMs: 1_000, dataMs: 500 };

const fetchPage: PageFetch = async ({ url, method, headers, body = null, timeoutMs, signal }) => {
  try {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal: timeout });
    const value = {
      status: response.status,
      location: response.headers.get('location'),
      retryAfterSeconds: Number(response.headers.get('retry-after')) || null,
      cookies: response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? ''),
      text: await response.text(),
    };
    return { ok: true, value };
  } catch (cause) {
    const isTimeout = cause instanceof Error && /Timeout|Abort/.test(cause.name);
    return { ok: false, error: { code: isTimeout ? 'timeout' : 'unreachable', cause } };
  }
};

async function startFake(limits = defaultReaderLimits) {
  const fake = await startFakeThreads();
  const { origin } = fake;
  const reader = createThreadsReader(
    { fetch: fetchPage, origin, profiles: ['P1', 'P2', 'P3', 'P4'], now: Date.now, random: Math.random },
    limits,
  );
  return { fake, reader, [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose]() };
}

test.each(sceneNames)('the scene %s of the fake Threads gives the expected result', async (name) => {
  const { link, code, expected } = scenes[name];
  const isTimeout = 'code' in expected && expected.code === 'upstream.timeout';
  await using started = await startFake(isTimeout ? shortLimits : defaultReaderLimits);
  const result = await started.reader.extract(link);
  if ('code' in expected) {
    expect(result).toMatchObject({ ok: false, error: { code: expected.code } });
    return;
  }
  expect(result).toMatchObject({ ok: true, value: { code } });
  const items = result.ok ? result.value.items : [];
  expect(
    items.map(({ type, durationSeconds, source, renditions: [{ width, height, format }] }) => ({
      ...{ type, durationSeconds, width, height, format },
      source: { kind: source.kind, username: source.username },
    })),
  ).toEqual(expected.items.map(({ sha256: _, bytes: __, ...item }) => item));
  expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
});

test.each(Object.entries(shareLinks))('the share link to %s leads to its post', async (name, link) => {
  await using started = await startFake();
  const scene = scenes[name as keyof typeof shareLinks];
  const result = await started.reader.extract(`shared with you: ${link}`);
  if ('code' in scene.expected) expect(result).toMatchObject({ error: { code: scene.expected.code } });
  else expect(result).toMatchObject({ ok: true, value: { code: scene.code } });
});

test('hidden words and media of the fake Threads are read as hidden', async () => {
  await using started = await startFake();
  const result = await started.reader.extract(scenes.spoiler.link);
  expect(result).toMatchObject({
    value: {
      text: 'In the end, the ship sinks at night. 🚢',
      formatting: [{ start: 12, end: 35, styles: ['spoiler'] }],
      items: [{ isSpoiler: true }],
    },
  });
});

test('formatted words of the fake Threads are read with their formats and links', async () => {
  await using started = await startFake();
  const result = await started.reader.extract(scenes.formattedText.link);
  const { text = '', formatting = [] } = result.ok ? {} : (result.error.post ?? {});
  expect(formatting.map(({ start, end, styles, link }) => [text.slice(start, end), ...styles, link])).toEqual(
    [
      ['Bold', 'bold', undefined],
      ['italic', 'italic', undefined],
      ['underlined', 'underline', undefined],
      ['our page', 'https://example.org/hills'],
      ['@mira.demo', 'https://www.threads.com/@mira.demo'],
      ['□', 'sticker', undefined],
    ],
  );
});

test('a long text that is attached to a post of the fake Threads follows its words', async () => {
  await using started = await startFake();
  expect(await started.reader.extract(scenes.longText.link)).toMatchObject({
    error: {
      post: {
        text: 'The whole story is attached.\n\nChapter one\n\nNobody on the hill knew what the sun was up to. It turned out that it had overslept. More on our page.',
        formatting: [{ styles: ['bold'] }, { styles: ['spoiler'] }, { link: 'https://example.org/' }],
      },
    },
  });
  expect(await started.reader.extract(scenes.longTextWithheld.link)).toMatchObject({
    error: { post: { text: 'The whole story is attached, for some.', withheld: ['text'] } },
  });
});

const threads = sceneNames.filter((name) => scenes[name].expectedThread);

test.each(threads)('the thread %s of the fake Threads is read as a whole and as one post', async (name) => {
  await using started = await startFake();
  const { link, expectedThread, code } = scenes[name];
  const result = await started.reader.extract(link, { thread: true });
  if (!result.ok || !expectedThread) throw new Error('not read');
  const { thread, items, incomplete = false } = result.value;
  const posts = thread && 'posts' in thread ? thread.posts : [];
  expect(posts.map((post) => post.code)).toEqual(expectedThread.posts);
  expect(incomplete).toBe(expectedThread.incomplete);
  expect(items.map(({ type, source }) => ({ type, code: source.post?.code }))).toEqual(
    expectedThread.items.map((item) => ({ type: item.type, code: item.code })),
  );
  const others = new Set(expectedThread.items.map((item) => item.code).filter((other) => other !== code));
  const single = await started.reader.extract(link);
  expect(single).toMatchObject({ ok: true, value: { code, thread: { more: others.size } } });
});

test('what a thread of the fake Threads lacks is named where it lies', async () => {
  await using started = await startFake();
  const { link } = scenes.threadWithGaps;
  expect(await started.reader.extract(link, { thread: true })).toMatchObject({
    value: {
      thread: {
        posts: [{}, {}],
        gaps: [
          { after: 1, count: 1, reason: 'unavailable' },
          { after: 1, count: 2, reason: 'missing' },
          { after: 2, count: 1, reason: 'missing' },
        ],
      },
    },
  });
  const words = await started.reader.extract(scenes.threadWordsWithGap.link, { thread: true });
  expect(words).toMatchObject({
    error: {
      code: 'post.no_media',
      post: {
        incomplete: true,
        thread: { posts: [{}, {}], gaps: [{ after: 1, count: 2, reason: 'missing' }] },
      },
    },
  });
});

test('a thread streamed in fragments is read from self_thread', async () => {
  await using started = await startFake();
  const result = await started.reader.extract(scenes.fragments.link, { thread: true });
  expect(result).toMatchObject({ ok: true, value: { thread: { posts: [{}, { code: 'DemoPieces2' }] } } });
});

test('if only the embed shows a post, its thread is incomplete', async () => {
  await using started = await startFake();
  const result = await started.reader.extract(scenes.pageOnlyByEmbed.link, { thread: true });
  expect(result).toMatchObject({ ok: true, value: { incomplete: true, thread: { posts: [{}] } } });
});

test('a post and its thread are cached separately', async () => {
  await using started = await startFake();
  const read = async (thread: boolean) => {
    const result = await started.reader.extract(scenes.thread.link, { thread });
    return result.ok && result.value.items.length;
  };
  expect([await read(false), await read(true)]).toEqual([1, 5]);
  const requestCount = started.fake.requests.length;
  expect([await read(false), await read(true)]).toEqual([1, 5]);
  expect(started.fake.requests).toHaveLength(requestCount);
});
