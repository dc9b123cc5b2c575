import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { createLanguageModel, type ModelLimits } from './language-model.ts';

const textPrompt = { instructions: 'Summarise.', data: 'A text.' };
const limits: Partial<ModelLimits> = { pauseMs: 1, timeoutMs: 15_000, idleMs: 15_000 };
/** Only for the scenes that never go on: a busy machine can be silent for a while too. */
const limitsFor = (code: string): Partial<ModelLimits> => (code === 'model.timeout' ? { idleMs: 100 } : {});
const neverAborted = () => new AbortController().signal;

function createModel(fake: FakeModel, some: Partial<ModelLimits> = {}) {
  const { AI_BASE_URL, AI_API_KEY, AI_MODEL, AI_IMAGE_MODEL } = fake.environment;
  const config = {
    baseUrl: AI_BASE_URL,
    apiKey: AI_API_KEY,
    textModel: AI_MODEL,
    imageModel: AI_IMAGE_MODEL,
  };
  return createLanguageModel(config, { random: () => 0, now: Date.now, limits: { ...limits, ...some } });
}

test('a text is generated at once or as a stream', async () => {
  await using fake = await startFakeModel();
  const model = createModel(fake);
  const generated = await model.generateText(textPrompt, neverAborted());
  expect(generated).toMatchObject({
    ok: true,
    value: expect.stringMatching(/^A good/),
    usage: { tokensIn: expect.any(Number) },
  });
  const texts: string[] = [];
  const streamed = await model.streamText(textPrompt, neverAborted(), (soFar) => texts.push(soFar));
  expect(texts.length).toBeGreaterThan(2);
  expect(streamed).toMatchObject({
    ok: true,
    value: texts.at(-1),
    usage: { tokensOut: expect.any(Number) },
  });
});

test('instructions and data are separate messages, without tools and with a token limit', async () => {
  await using fake = await startFakeModel();
  await createModel(fake).generateText(textPrompt, neverAborted());
  const [call] = fake.calls;
  expect(call?.headers.authorization).toBe(`Bearer ${fake.apiKey}`);
  const body = JSON.parse(call?.body ?? '');
  expect(body).toMatchObject({ model: 'fake-writer', max_tokens: 4000 });
  expect(body.messages).toEqual([
    { role: 'system', content: textPrompt.instructions },
    { role: 'user', content: textPrompt.data },
  ]);
  expect(body).not.toHaveProperty('tools');
});

test('a call without a configured model sends no request', async () => {
  await using fake = await startFakeModel();
  const model = createLanguageModel(
    { baseUrl: `${fake.origin}/v1`, apiKey: null, textModel: null, imageModel: null },
    { random: () => 0, now: Date.now },
  );
  const unconfigured = { ok: false, error: { code: 'model.unconfigured' }, unmeteredAttempts: 0 };
  expect(await model.generateText(textPrompt, neverAborted())).toMatchObject(unconfigured);
  expect(await model.generateImage('A cat', neverAborted())).toMatchObject(unconfigured);
  expect(fake.calls).toEqual([]);
});

test.each<[SceneName[], number]>([
  [['busy', 'good'], 2],
  [['failing', 'failing', 'good'], 3],
  [['cut', 'busy', 'good'], 3],
])('%j succeeds after retries', async (scenes, attempts) => {
  await using fake = await startFakeModel();
  fake.play(...scenes);
  expect(await createModel(fake).generateText(textPrompt, neverAborted())).toMatchObject({ ok: true });
  expect(fake.calls.length).toBe(attempts);
});

test.each<[SceneName, { code: string; status?: number; retryAfterSeconds?: number }, number]>([
  ['busy', { code: 'model.busy', status: 429 }, 3],
  ['busy-for-long', { code: 'model.busy', status: 429, retryAfterSeconds: 3600 }, 1],
  ['failing', { code: 'model.unreachable', status: 500 }, 3],
  ['cut', { code: 'model.unreachable' }, 3],
  ['redirect', { code: 'model.unreachable' }, 3],
  ['brotli', { code: 'model.malformed' }, 1],
  ['silent', { code: 'model.timeout' }, 1],
  ['stalled', { code: 'model.timeout' }, 1],
  ['huge', { code: 'model.malformed' }, 1],
  ['not-json', { code: 'model.malformed' }, 1],
  ['empty', { code: 'model.malformed' }, 1],
  ['refusal', { code: 'model.refused' }, 1],
  ['filtered', { code: 'model.refused' }, 1],
  ['unauthorized', { code: 'model.refused', status: 401 }, 1],
])('%s gives %j after the expected number of attempts', async (scene, error, attempts) => {
  await using fake = await startFakeModel();
  fake.play(scene, scene, scene, scene);
  const model = createModel(fake, limitsFor(error.code));
  const outcome = await model.generateText(textPrompt, neverAborted());
  expect(outcome).toMatchObject({ ok: false, error });
  expect(fake.calls.length).toBe(attempts);
  expect(inspect(outcome, { depth: 10 })).not.toContain(fake.apiKey);
});

test.each<[SceneName, string, number]>([
  ['failing', 'model.unreachable', 3],
  ['cut', 'model.unreachable', 1],
  ['stalled', 'model.timeout', 1],
  ['huge', 'model.malformed', 1],
  ['refusal', 'model.refused', 1],
])('streaming: %s gives %s, without a retry after the first piece', async (scene, code, attempts) => {
  await using fake = await startFakeModel();
  fake.play(scene, scene, scene);
  const model = createModel(fake, limitsFor(code));
  const outcome = await model.streamText(textPrompt, neverAborted(), () => undefined);
  expect(outcome).toMatchObject({ ok: false, error: { code } });
  expect(fake.calls.length).toBe(attempts);
});

test('a hanging provider times out', async () => {
  await using fake = await startFakeModel();
  fake.play('hang');
  const outcome = await createModel(fake, { timeoutMs: 60 }).generateText(textPrompt, neverAborted());
  expect(outcome).toMatchObject({ ok: false, error: { code: 'model.timeout' }, unmeteredAttempts: 1 });
});

test('an unreachable provider is an error value', async () => {
  const fake = await startFakeModel();
  await fake[Symbol.asyncDispose]();
  const outcome = await createModel(fake).generateText(textPrompt, neverAborted());
  expect(outcome).toMatchObject({ ok: false, error: { code: 'model.unreachable' }, unmeteredAttempts: 0 });
});

test.each(['writeText', 'streamText'] as const)(
  '%s: aborting ends the request to the provider',
  async (method) => {
    await using fake = await startFakeModel();
    const controller = new AbortController();
    fake.play('hang');
    const model = createModel(fake);
    const call =
      method === 'writeText'
        ? model.generateText(textPrompt, controller.signal)
        : model.streamText(textPrompt, controller.signal, () => undefined);
    while (fake.calls.length === 0) await fake.nextChange();
    controller.abort();
    expect(await call).toMatchObject({ ok: false, error: { code: 'model.cancelled' }, unmeteredAttempts: 1 });
    while (fake.openCalls() > 0) await fake.nextChange();
  },
);

test('two calls run at once, and a queued call can be aborted', async () => {
  await using fake = await startFakeModel();
  const model = createModel(fake);
  const controllers = Array.from({ length: 4 }, () => new AbortController());
  fake.play('hang', 'hang', 'hang');
  const calls = controllers.map(({ signal }) => model.generateText(textPrompt, signal));
  while (fake.calls.length < 2) await fake.nextChange();
  controllers[3]?.abort();
  expect(await calls[3]).toMatchObject({
    ok: false,
    error: { code: 'model.cancelled' },
    unmeteredAttempts: 0,
  });
  expect(fake.calls.length).toBe(2);
  controllers[0]?.abort();
  while (fake.calls.length < 3) await fake.nextChange();
  for (const controller of controllers) controller.abort();
  await Promise.all(calls);
  expect(await model.generateText(textPrompt, neverAborted())).toMatchObject({ ok: true });
});

test('calls beyond the queue limit are rejected at once', async () => {
  await using fake = await startFakeModel();
  const model = createModel(fake, { concurrency: 1, maxQueued: 1 });
  const controller = new AbortController();
  fake.play('hang', 'hang');
  const calls = [
    model.generateText(textPrompt, controller.signal),
    model.generateText(textPrompt, controller.signal),
  ];
  expect(await model.generateText(textPrompt, neverAborted())).toMatchObject({
    ok: false,
    error: { code: 'model.busy' },
  });
  controller.abort();
  await Promise.all(calls);
});

test.each<SceneName>(['good', 'string-json', 'fenced-json', 'chatty-json'])(
  'JSON is parsed however it is wrapped: %s',
  async (scene) => {
    await using fake = await startFakeModel();
    fake.play(scene);
    const jsonPrompt = { ...textPrompt, instructions: 'Answer in JSON.' };
    const outcome = await createModel(fake).generateJson(jsonPrompt, neverAborted(), (value) => value);
    expect(outcome).toMatchObject({ ok: true });
    expect(JSON.stringify(outcome.ok && outcome.value)).toContain('A good title from the model');
  },
);

test('truncated JSON and JSON that the caller rejects are malformed', async () => {
  await using fake = await startFakeModel();
  fake.play('half-json', 'wrong-json');
  const jsonPrompt = { ...textPrompt, instructions: 'Answer in JSON.' };
  const generate = (read: (value: unknown) => unknown) =>
    createModel(fake).generateJson(jsonPrompt, neverAborted(), read);
  const malformed = {
    ok: false,
    error: { code: 'model.malformed' },
    usage: { tokensIn: expect.any(Number) },
  };
  expect(await generate((value) => value ?? null)).toMatchObject(malformed);
  expect(await generate(() => null)).toMatchObject(malformed);
  expect(fake.calls.length).toBe(2);
});

test("an image comes inline or from the provider's host without the key", async () => {
  await using fake = await startFakeModel();
  fake.play('good', 'image-url');
  const model = createModel(fake);
  const inside = await model.generateImage('A cat', neverAborted());
  const named = await model.generateImage('A cat', neverAborted());
  for (const outcome of [inside, named]) {
    expect(outcome.ok && Buffer.from(outcome.value).subarray(1, 4).toString()).toBe('PNG');
  }
  expect(JSON.parse(fake.calls[0]?.body ?? '')).toEqual({ model: 'fake-painter', prompt: 'A cat', n: 1 });
});

test.each<SceneName>(['foreign-image', 'no-image', 'not-json'])('no image: %s', async (scene) => {
  await using fake = await startFakeModel();
  fake.play(scene);
  const outcome = await createModel(fake).generateImage('A cat', neverAborted());
  expect(outcome).toMatchObject({ ok: false, error: { code: 'model.malformed' } });
});

test('a provider that is busy until a given date is not retried', async () => {
  await using fake = await startFakeModel();
  fake.play('busy-until');
  const { ok, ...rest } = await createModel(fake).generateText(textPrompt, neverAborted());
  expect(ok).toBe(false);
  expect(rest).toMatchObject({ error: { code: 'model.busy', status: 429 } });
  const seconds = 'error' in rest ? (rest.error.retryAfterSeconds ?? 0) : 0;
  expect(Math.abs(seconds - 3600)).toBeLessThanOrEqual(1);
  expect(fake.calls).toHaveLength(1);
});

test('after a 429 with Retry-After, the other calls wait too', async () => {
  await using fake = await startFakeModel();
  const model = createModel(fake);
  fake.play('busy', 'busy', 'busy-for-a-second');
  expect(await model.generateText(textPrompt, neverAborted())).toMatchObject({
    error: { code: 'model.busy' },
  });
  const startedAt = performance.now();
  expect(await model.generateText(textPrompt, neverAborted())).toMatchObject({ ok: true });
  expect(performance.now() - startedAt).toBeGreaterThan(700);
});
