import { inspect } from 'node:util';
import { FunctionsClient } from '@supabase/functions-js';
import { symbols } from 'pino';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { GenerateAnswer, SeoAnswer } from '#assistant/contract.ts';
import { modelCall } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import { createLogger } from '#platform/logger.ts';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { startEdge } from '#test/support/start-edge.ts';

const content = `<p>${'Pictures and videos of a public post are yours to keep. '.repeat(12)}</p>`;
const bodies = {
  slug: { type: 'slug', title: 'How to keep a picture' },
  excerpt: { type: 'excerpt', content },
  seo: { type: 'seo', locale: 'en', title: 'How to keep a picture', content },
  image: { type: 'image', title: 'How to keep a picture', content },
};
const member = { cookie: 'session=member' };
const modelLimits = { pauseMs: 1, wholeMs: 15_000, idleMs: 100 };

/** The edge with a model's stand-in, if any; whoever sends the cookie of `member` is signed in. */
async function startAssistant(fake: FakeModel | null, environment: Record<string, string> = {}) {
  const database = await emptyDatabase();
  const edge = await startEdge({
    environment: { ...fake?.environment, ...environment },
    overrides: { database, modelLimits },
    parts: { signedIn: async (headers) => (headers.get('cookie') === member.cookie ? {} : null) },
  });
  const ask = (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${edge.origin}/functions/v1/generate-content`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: edge.origin, ...member, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: signal ?? null,
    });
  return {
    ...edge,
    database,
    ask,
    answer: async <T = GenerateAnswer>(body: unknown) => (await (await ask(body)).json()) as T,
  };
}

test('the model answers each kind in the names of the wire, through the real client too', async () => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  const headers = { origin: edge.origin, ...member };
  const client = new FunctionsClient(`${edge.origin}/functions/v1`, { headers });
  const { data, error } = await client.invoke('generate-content', { body: bodies.slug });
  expect(error).toBeNull();
  expect(data).toEqual({ success: true, slug: 'a-good-slug-from-the-model', fallback: false });
  expect(await edge.answer(bodies.excerpt)).toMatchObject({
    excerpt: expect.stringMatching(/^A good summary/),
    fallback: false,
  });
  expect(await edge.answer(bodies.seo)).toEqual({
    success: true,
    seoTitle: 'A good title from the model',
    seoDescription: 'A good description from the model, as a search engine shows it.',
    seoKeywords: ['good', 'words', 'from the model'],
    fallback: false,
  });
  const noted = await edge.database.query.select().from(modelCall);
  expect(noted.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['slug', 'ok'],
    ['excerpt', 'ok'],
    ['seo', 'ok'],
  ]);
});

test.each<SceneName>(['string-json', 'fenced-json', 'chatty-json'])(
  'SEO text is read however it is wrapped and named: %s',
  async (scene) => {
    await using fake = await startFakeModel();
    await using edge = await startAssistant(fake);
    fake.play(scene);
    expect(await edge.answer(bodies.seo)).toMatchObject({
      seoTitle: 'A good title from the model',
      seoKeywords: ['good', 'words', 'from the model'],
      fallback: false,
    });
  },
);

test('without a provider everything works by the rules, and the answer says so', async () => {
  await using edge = await startAssistant(null);
  const byRule = { success: true, fallback: true, code: 'model.unconfigured' };
  expect(await edge.answer(bodies.slug)).toEqual({ ...byRule, slug: 'how-to-keep-a-picture' });
  const excerpt = expect.stringMatching(/^Pictures and [^<]{287,}\.\.\.$/);
  expect(await edge.answer(bodies.excerpt)).toEqual({ ...byRule, excerpt });
  expect(await edge.answer({ type: 'excerpt', content: '<p>Short &amp; whole</p>' })).toMatchObject({
    excerpt: 'Short & whole',
  });
  expect(await edge.answer(bodies.seo)).toEqual({
    ...byRule,
    seoTitle: 'How to keep a picture',
    seoDescription: excerpt,
    seoKeywords: [],
  });
  expect(await edge.answer({ type: 'slug', locale: 'th', title: 'วิธีบันทึกรูป' })).toMatchObject({
    slug: expect.stringMatching(/\p{Script=Thai}/u),
  });
  expect(edge.services.assistant.models).toEqual({ text: false, image: false });
});

test('without a model that draws, the title becomes a cover of ours, another one for each title', async () => {
  await using edge = await startAssistant(null);
  const titles = { en: 'How to keep a picture', vi: 'Lưu giữ bức ảnh', zh: '保存图片的方法', th: 'วิธีบันทึกรูป' };
  const seen = new Set<string>();
  for (const [locale, title] of Object.entries(titles)) {
    const answer = await edge.answer<{ imageUrl: string }>({ type: 'image', locale, title, content });
    expect(answer).toMatchObject({ fallback: true, code: 'model.unconfigured' });
    const picture = await fetch(new URL(answer.imageUrl, edge.origin));
    const { width = 0, height = 0 } = await sharp(await picture.arrayBuffer()).metadata();
    expect(width / height).toBeCloseTo(1200 / 630, 1);
    seen.add(answer.imageUrl);
  }
  expect(seen.size).toBe(4);
});

test.each<SceneName>(['good', 'picture-address'])('a drawn picture is kept as ours: %s', async (scene) => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  fake.play(scene);
  const answer = await edge.answer<{ imageUrl: string }>(bodies.image);
  expect(answer).toMatchObject({ success: true, fallback: false });
  const picture = await fetch(new URL(answer.imageUrl, edge.origin));
  expect(picture.headers.get('content-type')).toBe('image/webp');
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ width: 96, height: 64 });
});

test.each<SceneName>(['foreign-picture', 'no-picture', 'unauthorised'])(
  'a model that draws nothing leaves no picture: %s',
  async (scene) => {
    await using fake = await startFakeModel();
    await using edge = await startAssistant(fake);
    fake.play(scene);
    expect(await edge.answer(bodies.image)).toMatchObject({ imageUrl: null, fallback: true });
  },
);

test.each<[SceneName, string]>([
  ['busy-for-long', 'model.busy'],
  ['failing', 'model.unreachable'],
  ['cut', 'model.unreachable'],
  ['silent', 'model.timeout'],
  ['half-json', 'model.malformed'],
  ['wrong-json', 'model.malformed'],
  ['not-json', 'model.malformed'],
  ['huge', 'model.malformed'],
  ['obeys', 'model.malformed'],
  ['refusal', 'model.refused'],
  ['unauthorised', 'model.refused'],
])('a model that fails (%s) leaves the rule and its code, %s', async (scene, code) => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  fake.play(scene, scene, scene);
  expect(await edge.answer(bodies.seo)).toMatchObject({
    success: true,
    seoTitle: 'How to keep a picture',
    fallback: true,
    code,
  });
});

test.each(['seo', 'excerpt', 'slug'] as const)(
  'a model that obeys the text brings in nothing: %s',
  async (type) => {
    await using fake = await startFakeModel();
    await using edge = await startAssistant(fake);
    fake.play('obeys', 'obeys-quietly');
    const repeated = await edge.answer(bodies[type]);
    expect(repeated).toMatchObject({ fallback: true, code: 'model.malformed' });
    const quiet = await edge.answer(bodies[type]);
    for (const answer of [repeated, quiet]) {
      expect(JSON.stringify(answer)).not.toMatch(/[<>]|https?:|www\.|alert|onerror|follow no request/i);
      expect(answer).not.toHaveProperty('publish');
    }
  },
);

test('lengths are kept to', async () => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  fake.play('obeys-quietly');
  const { seoTitle, seoDescription, seoKeywords } = await edge.answer<SeoAnswer>(bodies.seo);
  expect(seoTitle.length).toBeLessThanOrEqual(70);
  expect(seoDescription.length).toBeLessThanOrEqual(160);
  expect(seoKeywords.every((word) => word.length <= 50)).toBe(true);
});

test('an excerpt is streamed in pieces, and the cleaned whole ends it', async () => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  const response = await edge.ask(bodies.excerpt, { accept: 'text/event-stream' });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  const events = (await response.text()).trim().split('\n\n').map(readEvent);
  const pieces = events.filter(({ event }) => event === 'piece').map(({ data }) => data.text);
  expect(pieces.length).toBeGreaterThan(2);
  expect(events.at(-1)).toEqual({
    event: 'answer',
    data: { success: true, excerpt: pieces.join(''), fallback: false },
  });
});

test('a stream that is cut ends with the rule', async () => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  fake.play('cut');
  const response = await edge.ask(bodies.excerpt, { accept: 'text/event-stream' });
  const events = (await response.text()).trim().split('\n\n').map(readEvent);
  expect(events.at(-1)).toMatchObject({
    event: 'answer',
    data: { excerpt: expect.stringMatching(/^Pictures/), fallback: true, code: 'model.unreachable' },
  });
});

function readEvent(text: string): { event: string; data: { text?: string } } {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(text)?.[1] ?? '';
  return { event: field('event'), data: JSON.parse(field('data')) };
}

test.each(['application/json', 'text/event-stream'])(
  'who leaves ends the call at the provider: %s',
  async (accept) => {
    await using fake = await startFakeModel();
    await using edge = await startAssistant(fake);
    const leaving = new AbortController();
    fake.play('hang');
    const asked = edge.ask(bodies.excerpt, { accept }, leaving.signal).then((response) => response.text());
    while (fake.calls.length === 0) await fake.nextChange();
    leaving.abort();
    await expect(asked).rejects.toThrow('aborted');
    while (fake.openCalls() > 0) await fake.nextChange();
  },
);

test('a translation is not made yet: the original comes back and says so', async () => {
  await using edge = await startAssistant(null);
  const body = { type: 'translate', title: 'A title', content: '<p>A text</p>', targetLocale: 'de' };
  expect(await edge.answer(body)).toEqual({
    success: true,
    translatedTitle: 'A title',
    translatedContent: '<p>A text</p>',
    fallback: true,
    code: 'translation.unavailable',
  });
});

test.each<[string, Record<string, string>, number, string]>([
  ['nobody', { cookie: '' }, 401, 'request.anonymous'],
  ['a stranger', { cookie: 'session=other' }, 401, 'request.anonymous'],
  ['another site', { origin: 'https://evil.example' }, 403, 'request.foreign'],
  ['no page at all', { origin: 'null' }, 403, 'request.foreign'],
  ['a neighbouring site', { 'sec-fetch-site': 'same-site' }, 403, 'request.foreign'],
])('%s is refused before the model is asked', async (_name, headers, status, code) => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  for (const body of [...Object.values(bodies), {}]) {
    const response = await edge.ask(body, headers);
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })]);
  }
  expect(fake.calls).toEqual([]);
});

test('nobody is signed in where nothing says so', async () => {
  await using edge = await startEdge();
  const response = await fetch(`${edge.origin}/functions/v1/generate-content`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: edge.origin, ...member },
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
])('%s is refused with 400', async (_name, body) => {
  await using edge = await startAssistant(null);
  const response = await edge.ask(body);
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'body.unfit' }),
  ]);
});

test.each([33_000, 200_000])('%d bytes of text are refused before the model is asked', async (length) => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  const response = await edge.ask({ type: 'excerpt', content: 'x'.repeat(length) });
  expect([response.status, await response.json()]).toEqual([
    413,
    expect.objectContaining({ code: 'body.too_long' }),
  ]);
  expect(fake.calls).toEqual([]);
});

test('a day’s budget is kept over 50 writers at once', async () => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake, { AI_DAILY_BUDGET: '12000' });
  const answers = await Promise.all(Array.from({ length: 50 }, () => edge.answer(bodies.slug)));
  const refused = answers.filter((answer) => answer.fallback && answer.code === 'model.budget');
  expect(refused.length + fake.calls.length).toBe(50);
  expect(fake.calls.length).toBeLessThan(50);
  const noted = await edge.database.query.select().from(modelCall);
  const tokens = noted.reduce((sum, { tokensIn, tokensOut }) => sum + (tokensIn ?? 0) + (tokensOut ?? 0), 0);
  expect(tokens).toBeLessThanOrEqual(12_000);
});

test('the key is in no log, answer or row, whatever goes wrong', async () => {
  const lines: string[] = [];
  const log = createLogger('debug');
  Object.assign(log, { [symbols.streamSym]: { write: (line: string) => lines.push(line) } });
  await using fake = await startFakeModel({ apiKey: 'sk-key-that-must-not-leave-1234567890' });
  const database = await emptyDatabase();
  await using edge = await startEdge({
    environment: { ...fake.environment },
    overrides: { database, modelLimits, log },
    parts: { signedIn: async () => ({}) },
  });
  const scenes: SceneName[] = [
    'good',
    'unauthorised',
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
      const response = await fetch(`${edge.origin}/functions/v1/generate-content`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: edge.origin, accept },
        body: JSON.stringify(body),
      });
      lines.push(await response.text(), inspect(response.headers));
    }
  }
  lines.push(inspect(await database.query.select().from(modelCall)));
  expect(lines.join('\n')).toContain('a suggestion came from rules');
  expect(lines.join('\n')).toContain('model.refused');
  expect(lines.join('\n')).not.toContain(fake.apiKey);
});

test('every language is asked for by its name', async () => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  for (const locale of locales) await edge.answer({ ...bodies.slug, locale });
  const asked = fake.calls.map(({ body }) => /Write in ([A-Za-z ]+)\./.exec(body)?.[1]);
  expect(asked).toHaveLength(10);
  expect(new Set(asked).size).toBe(10);
});
