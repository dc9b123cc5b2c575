import { expect, test } from 'vitest';
import { sceneNames, scenes, shareLinks } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { fetchPage } from './fixtures/fetch-page.ts';
import { createThreadsReader, defaultReaderLimits } from './reader.ts';

/** Short limits for the scene that never responds. */
const limits = { ...defaultReaderLimits, totalMs: 3_000, pageMs: 1_000, dataMs: 500 };

function startReader(origin: string) {
  return createThreadsReader(
    { fetch: fetchPage, origin, profiles: ['P1', 'P2', 'P3', 'P4'], now: Date.now, random: Math.random },
    limits,
  );
}

test.each(sceneNames)('the scene %s of the fake Threads gives the expected result', async (name) => {
  await using fake = await startFakeThreads();
  const { link, code, expected } = scenes[name];
  const result = await startReader(fake.origin).extract(link);
  if ('code' in expected) {
    expect(result).toMatchObject({ ok: false, error: { code: expected.code } });
    return;
  }
  expect(result).toMatchObject({ ok: true, value: { code } });
  const items = result.ok ? result.value.items : [];
  expect(
    items.map(({ type, durationSeconds, source, renditions: [{ width, height, format }] }) => ({
      type,
      durationSeconds,
      kind: source.kind,
      username: source.username,
      width,
      height,
      format,
    })),
  ).toEqual(
    expected.items.map(({ type, durationSeconds, source, width, height, format }) => ({
      type,
      durationSeconds,
      ...source,
      width,
      height,
      format,
    })),
  );
  expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
});

test.each(Object.entries(shareLinks))('the share link to %s leads to its post', async (name, link) => {
  await using fake = await startFakeThreads();
  const scene = scenes[name as keyof typeof shareLinks];
  const result = await startReader(fake.origin).extract(`shared with you: ${link}`);
  if ('code' in scene.expected) expect(result).toMatchObject({ error: { code: scene.expected.code } });
  else expect(result).toMatchObject({ ok: true, value: { code: scene.code } });
});
