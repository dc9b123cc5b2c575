import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { createLanguageModel, type ModelLimits } from './language-model.ts';

const words = { instructions: 'Summarise.', data: 'A text.' };
const limits: Partial<ModelLimits> = { pauseMs: 1, wholeMs: 15_000, idleMs: 100 };
const stay = () => new AbortController().signal;

function modelOf(fake: FakeModel, some: Partial<ModelLimits> = {}) {
  const { AI_BASE_URL, AI_API_KEY, AI_MODEL, AI_IMAGE_MODEL } = fake.environment;
  const config = {
    baseUrl: AI_BASE_URL,
    apiKey: AI_API_KEY,
    textModel: AI_MODEL,
    imageModel: AI_IMAGE_MODEL,
  };
  return createLanguageModel(config, { random: () => 0, now: Date.now, limits: { ...limits, ...some } });
}

test('a text comes whole, or in pieces that make up the same', async () => {
  await using fake = await startFakeModel();
  const model = modelOf(fake);
  const whole = await model.writeText(words, stay());
  expect(whole).toMatchObject({
    ok: true,
    value: expect.stringMatching(/^A good/),
    usage: { tokensIn: expect.any(Number) },
  });
  const pieces: string[] = [];
  const streamed = await model.streamText(words, stay(), (piece) => pieces.push(piece));
  expect(pieces.length).toBeGreaterThan(2);
  expect(streamed).toMatchObject({
    ok: true,
    value: pieces.join(''),
    usage: { tokensOut: expect.any(Number) },
  });
});

test('instructions and data are told apart on the wire, no tools are offered and the length is bounded', async () => {
  await using fake = await startFakeModel();
  await modelOf(fake).writeText(words, stay());
  const [call] = fake.calls;
  expect(call?.headers.authorization).toBe(`Bearer ${fake.apiKey}`);
  const body = JSON.parse(call?.body ?? '');
  expect(body).toMatchObject({ model: 'fake-writer', max_tokens: 4000 });
  expect(body.messages).toEqual([
    { role: 'system', content: words.instructions },
    { role: 'user', content: words.data },
  ]);
  expect(body).not.toHaveProperty('tools');
});

test('no model for this kind of call asks nobody', async () => {
  await using fake = await startFakeModel();
  const model = createLanguageModel(
    { baseUrl: `${fake.origin}/v1`, apiKey: null, textModel: null, imageModel: null },
    { random: () => 0, now: Date.now },
  );
  const unconfigured = { ok: false, error: { code: 'model.unconfigured' }, unknownTries: 0 };
  expect(await model.writeText(words, stay())).toMatchObject(unconfigured);
  expect(await model.drawImage('A cat', stay())).toMatchObject(unconfigured);
  expect(fake.calls).toEqual([]);
});

test.each<[SceneName[], number]>([
  [['busy', 'good'], 2],
  [['failing', 'failing', 'good'], 3],
  [['cut', 'busy', 'good'], 3],
])('%j comes to a good end', async (scenes, tries) => {
  await using fake = await startFakeModel();
  fake.play(...scenes);
  expect(await modelOf(fake).writeText(words, stay())).toMatchObject({ ok: true });
  expect(fake.calls.length).toBe(tries);
});

test.each<[SceneName, object, number]>([
  ['busy', { code: 'model.busy', status: 429 }, 3],
  ['busy-for-long', { code: 'model.busy', status: 429, retryAfterSeconds: 3600 }, 1],
  ['failing', { code: 'model.unreachable', status: 500 }, 3],
  ['cut', { code: 'model.unreachable' }, 3],
  ['redirect', { code: 'model.unreachable' }, 3],
  ['silent', { code: 'model.timeout' }, 1],
  ['stalled', { code: 'model.timeout' }, 1],
  ['huge', { code: 'model.malformed' }, 1],
  ['not-json', { code: 'model.malformed' }, 1],
  ['empty', { code: 'model.malformed' }, 1],
  ['refusal', { code: 'model.refused' }, 1],
  ['filtered', { code: 'model.refused' }, 1],
  ['unauthorised', { code: 'model.refused', status: 401 }, 1],
])('%s is %j after so many tries', async (scene, error, tries) => {
  await using fake = await startFakeModel();
  fake.play(scene, scene, scene, scene);
  const outcome = await modelOf(fake).writeText(words, stay());
  expect(outcome).toMatchObject({ ok: false, error });
  expect(fake.calls.length).toBe(tries);
  expect(inspect(outcome, { depth: 10 })).not.toContain(fake.apiKey);
});

test.each<[SceneName, string, number]>([
  ['failing', 'model.unreachable', 3],
  ['cut', 'model.unreachable', 1],
  ['stalled', 'model.timeout', 1],
  ['huge', 'model.malformed', 1],
  ['refusal', 'model.refused', 1],
])('a stream: %s is %s, and after the first piece there is no further try', async (scene, code, tries) => {
  await using fake = await startFakeModel();
  fake.play(scene, scene, scene);
  const outcome = await modelOf(fake).streamText(words, stay(), () => undefined);
  expect(outcome).toMatchObject({ ok: false, error: { code } });
  expect(fake.calls.length).toBe(tries);
});

test('a provider that hangs is given up when the time is over', async () => {
  await using fake = await startFakeModel();
  fake.play('hang');
  const outcome = await modelOf(fake, { wholeMs: 60 }).writeText(words, stay());
  expect(outcome).toMatchObject({ ok: false, error: { code: 'model.timeout' }, unknownTries: 1 });
});

test('a provider that is not there is an outcome', async () => {
  const fake = await startFakeModel();
  await fake[Symbol.asyncDispose]();
  const outcome = await modelOf(fake).writeText(words, stay());
  expect(outcome).toMatchObject({ ok: false, error: { code: 'model.unreachable' }, unknownTries: 0 });
});

test.each(['writeText', 'streamText'] as const)(
  '%s: who leaves ends the call at the provider',
  async (way) => {
    await using fake = await startFakeModel();
    const leaving = new AbortController();
    fake.play('hang');
    const model = modelOf(fake);
    const call =
      way === 'writeText'
        ? model.writeText(words, leaving.signal)
        : model.streamText(words, leaving.signal, () => undefined);
    while (fake.calls.length === 0) await fake.nextChange();
    leaving.abort();
    expect(await call).toMatchObject({ ok: false, error: { code: 'model.cancelled' }, unknownTries: 1 });
    while (fake.openCalls() > 0) await fake.nextChange();
  },
);

test('two calls run at once, the others wait; who waits may leave', async () => {
  await using fake = await startFakeModel();
  const model = modelOf(fake);
  const leaving = Array.from({ length: 4 }, () => new AbortController());
  fake.play('hang', 'hang', 'hang');
  const calls = leaving.map(({ signal }) => model.writeText(words, signal));
  while (fake.calls.length < 2) await fake.nextChange();
  leaving[3]?.abort();
  expect(await calls[3]).toMatchObject({ ok: false, error: { code: 'model.cancelled' }, unknownTries: 0 });
  expect(fake.calls.length).toBe(2);
  leaving[0]?.abort();
  while (fake.calls.length < 3) await fake.nextChange();
  for (const one of leaving) one.abort();
  await Promise.all(calls);
  expect(await model.writeText(words, stay())).toMatchObject({ ok: true });
});

test('more than may wait are turned away at once', async () => {
  await using fake = await startFakeModel();
  const model = modelOf(fake, { atOnce: 1, waitingMax: 1 });
  const leaving = new AbortController();
  fake.play('hang', 'hang');
  const calls = [model.writeText(words, leaving.signal), model.writeText(words, leaving.signal)];
  expect(await model.writeText(words, stay())).toMatchObject({ ok: false, error: { code: 'model.busy' } });
  leaving.abort();
  await Promise.all(calls);
});

test.each<SceneName>(['good', 'string-json', 'fenced-json', 'chatty-json'])(
  'JSON is read however it is wrapped: %s',
  async (scene) => {
    await using fake = await startFakeModel();
    fake.play(scene);
    const asked = { ...words, instructions: 'Answer in JSON.' };
    const outcome = await modelOf(fake).writeJson(asked, stay(), (value) => value);
    expect(outcome).toMatchObject({ ok: true });
    expect(JSON.stringify(outcome.ok && outcome.value)).toContain('A good title from the model');
  },
);

test('half JSON, and JSON that is refused by who asked, are malformed', async () => {
  await using fake = await startFakeModel();
  fake.play('half-json', 'wrong-json');
  const asked = { ...words, instructions: 'Answer in JSON.' };
  const ask = (read: (value: unknown) => unknown) => modelOf(fake).writeJson(asked, stay(), read);
  const malformed = {
    ok: false,
    error: { code: 'model.malformed' },
    usage: { tokensIn: expect.any(Number) },
  };
  expect(await ask((value) => value ?? null)).toMatchObject(malformed);
  expect(await ask(() => null)).toMatchObject(malformed);
  expect(fake.calls.length).toBe(2);
});

test('a picture comes inside the answer, or from the own host of the provider without its key', async () => {
  await using fake = await startFakeModel();
  fake.play('good', 'picture-address');
  const model = modelOf(fake);
  const inside = await model.drawImage('A cat', stay());
  const named = await model.drawImage('A cat', stay());
  for (const outcome of [inside, named]) {
    expect(outcome.ok && Buffer.from(outcome.value).subarray(1, 4).toString()).toBe('PNG');
  }
  expect(JSON.parse(fake.calls[0]?.body ?? '')).toEqual({ model: 'fake-painter', prompt: 'A cat', n: 1 });
});

test.each<SceneName>(['foreign-picture', 'no-picture', 'not-json'])('no picture: %s', async (scene) => {
  await using fake = await startFakeModel();
  fake.play(scene);
  const outcome = await modelOf(fake).drawImage('A cat', stay());
  expect(outcome).toMatchObject({ ok: false, error: { code: 'model.malformed' } });
});

test('a provider that names the moment until when it is busy is not asked again before it', async () => {
  await using fake = await startFakeModel();
  fake.play('busy-until');
  const { ok, ...rest } = await modelOf(fake).writeText(words, stay());
  expect(ok).toBe(false);
  expect(rest).toMatchObject({ error: { code: 'model.busy', status: 429 } });
  const seconds = 'error' in rest ? (rest.error.retryAfterSeconds ?? 0) : 0;
  expect(Math.abs(seconds - 3600)).toBeLessThanOrEqual(1);
  expect(fake.calls).toHaveLength(1);
});
