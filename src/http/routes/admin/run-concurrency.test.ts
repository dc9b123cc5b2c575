import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase } from '#test/support/databases.ts';
import { type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';
import type { RunState } from '#translation/contract.ts';

let harness: RunTestServer;
beforeAll(async () => {
  harness = await startRunTestServer(await emptyDatabase(), { AI_CONCURRENCY: '3' });
});
afterAll(() => harness?.[Symbol.asyncDispose]());

test('the languages of a run are translated at the same time, as many as the setting allows', async () => {
  const { fake, request, write, start, ended } = harness;
  const post = await write({
    title: 'A garden in the evening',
    content: '<p>It was quiet in the garden.</p>',
  });
  const locales = ['es', 'pt', 'fr', 'de', 'it'] as const;
  for (const locale of locales) fake.playFor(locale, ['pending']);
  const run = await start(post.id, { locales });
  while (fake.openCalls() < 3) await fake.nextChange();
  const { steps }: RunState = (await request(`GET /runs/${run.id}`)).body;
  expect(
    steps
      .slice(1)
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(['queued', 'queued', 'translating', 'translating', 'translating']);
  expect(fake.openCalls()).toBe(3);
  fake.release();
  while (fake.calls.length < 5 || fake.openCalls() < 2) await fake.nextChange();
  fake.release();
  expect((await ended(run.id)).steps.map(({ status }) => status)).toEqual(Array(6).fill('published'));
});
