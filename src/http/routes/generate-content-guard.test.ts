import { inspect } from 'node:util';
import { symbols } from 'pino';
import { expect, test } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { startTestServer } from '#test/support/start-server.ts';
import {
  generateBodies as bodies,
  guestHeaders,
  memberHeaders,
  startSuggestionTestServer,
} from '#test/support/start-suggestions.ts';

test.each<[string, Record<string, string>, number, string]>([
  ['nobody', { cookie: '' }, 401, 'request.anonymous'],
  ['a stranger', { cookie: 'session=other' }, 401, 'request.anonymous'],
  ['someone whose role does not allow it', guestHeaders, 403, 'role.forbids'],
  ['another site', { origin: 'https://evil.example' }, 403, 'request.foreign'],
  ['no page at all', { origin: 'null' }, 403, 'request.foreign'],
  ['a neighbouring site', { 'sec-fetch-site': 'same-site' }, 403, 'request.foreign'],
])('%s is rejected before the model is called', async (_name, headers, status, code) => {
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
  for (const body of [...Object.values(bodies), {}]) {
    const response = await server.request(body, headers);
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })]);
  }
  expect(fake.calls).toEqual([]);
});

test('an unknown session cookie does not sign anyone in', async () => {
  await using server = await startTestServer();
  const response = await fetch(`${server.origin}/functions/v1/generate-content`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin, ...memberHeaders },
    body: JSON.stringify(bodies.slug),
  });
  expect(response.status).toBe(401);
});

test.each<[string, unknown]>([
  ['not JSON', '{'],
  ['no type', { title: 'x' }],
  ['an unknown type', { type: 'poem', title: 'x' }],
  ['an unknown field', { ...bodies.slug, id: 1 }],
  ['an unknown language', { ...bodies.slug, locale: 'xx' }],
  ['an empty title', { type: 'slug', title: '  ' }],
  ['no content', { type: 'seo', title: 'x' }],
])('%s is rejected with 400', async (_name, body) => {
  await using server = await startSuggestionTestServer(null);
  const response = await server.request(body);
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'body.unfit' }),
  ]);
});

test.each([33_000, 200_000])('%d bytes of text are rejected before the model is called', async (length) => {
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
  const response = await server.request({ type: 'excerpt', content: 'x'.repeat(length) });
  expect([response.status, await response.json()]).toEqual([
    413,
    expect.objectContaining({ code: 'body.too_long' }),
  ]);
  expect(fake.calls).toEqual([]);
});

test('the daily budget holds with 50 concurrent requests', async () => {
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake, { environment: { AI_DAILY_BUDGET: '12000' } });
  const results = await Promise.all(Array.from({ length: 50 }, () => server.generate(bodies.slug)));
  const rejected = results.filter((result) => result.fallback && result.code === 'model.budget');
  expect(rejected.length + fake.calls.length).toBe(50);
  expect(fake.calls.length).toBeLessThan(50);
  const modelCalls = await server.listModelCalls();
  const tokens = modelCalls.reduce(
    (sum, { tokensIn, tokensOut }) => sum + (tokensIn ?? 0) + (tokensOut ?? 0),
    0,
  );
  expect(tokens).toBeLessThanOrEqual(12_000);
});

test('the API key of the model never appears in logs, responses or rows', async () => {
  const lines: string[] = [];
  const log = createLogger('debug');
  Object.assign(log, { [symbols.streamSym]: { write: (line: string) => lines.push(line) } });
  await using fake = await startFakeModel({ apiKey: 'sk-key-that-must-not-leave-1234567890' });
  await using server = await startSuggestionTestServer(fake, { overrides: { log } });
  const scenes: SceneName[] = [
    'good',
    'unauthorized',
    'redirect',
    'not-json',
    'cut',
    'silent',
    'refusal',
    'huge',
  ];
  for (const scene of scenes) {
    for (const [body, accept] of [
      [bodies.excerpt, 'text/event-stream'],
      [bodies.seo, 'application/json'],
      [bodies.image, 'application/json'],
    ] as const) {
      fake.play(scene, ...(['redirect', 'cut'].includes(scene) ? [scene, scene] : []));
      const response = await server.request(body, { accept });
      lines.push(await response.text(), inspect(response.headers));
    }
  }
  lines.push(inspect(await server.listModelCalls()));
  expect(lines.join('\n')).toContain('a suggestion came from rules');
  expect(lines.join('\n')).toContain('model.refused');
  expect(lines.join('\n')).not.toContain(fake.apiKey);
});
