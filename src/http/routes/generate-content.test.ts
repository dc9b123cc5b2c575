import { inspect } from 'node:util';
import { FunctionsClient } from '@supabase/functions-js';
import { symbols } from 'pino';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { SeoResponse, TranslateResponse } from '#ai/contract.ts';
import { localeSchema } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { createLogger } from '#platform/logger.ts';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { translateText } from '#test/fakes/language-model/translate-text.ts';
import { outline } from '#test/support/outline.ts';
import { startTestServer } from '#test/support/start-server.ts';
import {
  generateBodies as bodies,
  guestHeaders,
  memberHeaders,
  startSuggestionTestServer,
} from '#test/support/start-suggestions.ts';

/** Only for a model that never goes on: a busy machine can be silent for a while too. */
const silentLimits = { idleMs: 100 };

/** The server with a fake model. */
async function start(limits = {}) {
  const fake = await startFakeModel();
  const server = await startSuggestionTestServer(fake, { limits });
  return {
    ...server,
    fake,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}

test.each<[string, Record<string, string>, number, string]>([
  ['nobody', { cookie: '' }, 401, 'request.anonymous'],
  ['a stranger', { cookie: 'session=other' }, 401, 'request.anonymous'],
  ['someone whose role does not allow it', guestHeaders, 403, 'role.forbids'],
  ['another site', { origin: 'https://evil.example' }, 403, 'request.foreign'],
  [
    'another scheme',
    { origin: 'https://127.0.0.1', 'sec-fetch-site': 'same-origin' },
    403,
    'request.foreign',
  ],
  ['no page at all', { origin: 'null' }, 403, 'request.foreign'],
  ['a neighbouring site', { 'sec-fetch-site': 'same-site' }, 403, 'request.foreign'],
])('%s is rejected before the model is called', async (_name, headers, status, code) => {
  await using server = await start();
  for (const body of [...Object.values(bodies), {}]) {
    const response = await server.request(body, headers);
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })]);
  }
  expect(server.fake.calls).toEqual([]);
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
  await using server = await start();
  const response = await server.request({ type: 'excerpt', content: 'x'.repeat(length) });
  expect([response.status, await response.json()]).toEqual([
    413,
    expect.objectContaining({ code: 'body.too_long' }),
  ]);
  expect(server.fake.calls).toEqual([]);
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
  await using server = await startSuggestionTestServer(fake, { overrides: { log }, limits: silentLimits });
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
  expect(lines.join('\n')).toContain('a call to the model failed');
  expect(lines.join('\n')).toContain('model.refused');
  expect(lines.join('\n')).not.toContain(fake.apiKey);
});

test('each kind of request returns its documented fields, also through the Supabase client', async () => {
  await using server = await start();
  const headers = { origin: server.origin, ...memberHeaders };
  const client = new FunctionsClient(`${server.origin}/functions/v1`, { headers });
  const { data, error } = await client.invoke('generate-content', { body: bodies.slug });
  expect(error).toBeNull();
  expect(data).toEqual({ success: true, slug: 'a-good-slug-from-the-model', fallback: false });
  expect(await server.generate(bodies.excerpt)).toMatchObject({
    excerpt: expect.stringMatching(/^A good summary/),
    fallback: false,
  });
  expect(await server.generate(bodies.seo)).toEqual({
    success: true,
    seoTitle: 'A good title from the model',
    seoDescription: 'A good description from the model, as a search engine shows it.',
    seoKeywords: ['good', 'words', 'from the model'],
    fallback: false,
  });
  const modelCalls = await server.listModelCalls();
  expect(modelCalls.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['slug', 'ok'],
    ['excerpt', 'ok'],
    ['seo', 'ok'],
  ]);
});

test.each<SceneName>(['string-json', 'fenced-json', 'chatty-json'])(
  'SEO text is parsed in every wrapping: %s',
  async (scene) => {
    await using server = await start();
    server.fake.play(scene);
    expect(await server.generate(bodies.seo)).toMatchObject({
      seoTitle: 'A good title from the model',
      seoKeywords: ['good', 'words', 'from the model'],
      fallback: false,
    });
  },
);

test('without a provider every kind falls back to rules and says so', async () => {
  await using server = await startSuggestionTestServer(null);
  const fallbackFields = { success: true, fallback: true, code: 'model.unconfigured' };
  expect(await server.generate(bodies.slug)).toEqual({ ...fallbackFields, slug: 'how-to-keep-a-picture' });
  const excerpt = expect.stringMatching(/^Pictures and [^<]{287,}\.\.\.$/);
  expect(await server.generate(bodies.excerpt)).toEqual({ ...fallbackFields, excerpt });
  expect(await server.generate({ type: 'excerpt', content: '<p>Short &amp; whole</p>' })).toMatchObject({
    excerpt: 'Short & whole',
  });
  expect(await server.generate(bodies.seo)).toEqual({
    ...fallbackFields,
    seoTitle: 'How to keep a picture',
    seoDescription: excerpt,
    seoKeywords: [],
  });
  expect(await server.generate({ type: 'slug', locale: 'th', title: 'วิธีบันทึกรูป' })).toMatchObject({
    slug: expect.stringMatching(/\p{Script=Thai}/u),
  });
  expect(server.services.suggestions.models).toEqual({ text: false, image: false });
});

test('without an image model, each title gets its own generated cover', async () => {
  await using server = await startSuggestionTestServer(null);
  const titles: Record<Locale, string> = {
    en: 'How to keep a picture',
    es: 'Cómo guardar una imagen',
    pt: 'Como guardar uma imagem',
    fr: 'Comment garder une image',
    de: 'Wie man ein Bild behält',
    it: 'Come conservare un’immagine',
    zh: '保存图片的方法',
    vi: 'Lưu giữ bức ảnh của bạn',
    id: 'Cara menyimpan gambar',
    th: 'วิธีบันทึกรูปภาพ',
  };
  const imageUrls = new Set<string>();
  for (const [locale, title] of Object.entries(titles)) {
    const result = await server.generate<{ imageUrl: string }>({ ...bodies.image, locale, title });
    expect(result).toMatchObject({ fallback: true, code: 'model.unconfigured' });
    const imageResponse = await fetch(new URL(result.imageUrl, server.origin));
    const { width = 0, height = 0 } = await sharp(await imageResponse.arrayBuffer()).metadata();
    expect(width / height).toBeCloseTo(1200 / 630, 1);
    imageUrls.add(result.imageUrl);
  }
  expect(imageUrls.size).toBe(10);
});

test.each<SceneName>(['good', 'image-url'])('a generated image is stored: %s', async (scene) => {
  await using server = await start();
  server.fake.play(scene);
  const result = await server.generate<{ imageUrl: string }>(bodies.image);
  expect(result).toMatchObject({ success: true, fallback: false });
  const imageResponse = await fetch(new URL(result.imageUrl, server.origin));
  expect(imageResponse.headers.get('content-type')).toBe('image/webp');
  expect(await sharp(await imageResponse.arrayBuffer()).metadata()).toMatchObject({ width: 96, height: 64 });
});

test.each<SceneName>(['foreign-image', 'no-image', 'unauthorized'])(
  'a model that returns no image leaves none: %s',
  async (scene) => {
    await using server = await start();
    server.fake.play(scene);
    const result = await server.generate<{ prompt?: string }>(bodies.image);
    expect(result).toMatchObject({ imageUrl: null, fallback: true });
    // If the model responded without an image, the prompt is returned for use elsewhere.
    if (scene === 'unauthorized') expect(result).not.toHaveProperty('prompt');
    else expect(result.prompt).toContain('Title: How to keep a picture');
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
  ['unauthorized', 'model.refused'],
])('a failing model (%s) falls back to the rules with the code %s', async (scene, code) => {
  await using server = await start(scene === 'silent' ? silentLimits : {});
  server.fake.play(scene, scene, scene);
  expect(await server.generate(bodies.seo)).toMatchObject({
    success: true,
    seoTitle: 'How to keep a picture',
    fallback: true,
    code,
  });
});

test.each(['seo', 'excerpt', 'slug'] as const)(
  'a model that follows injected instructions adds nothing: %s',
  async (type) => {
    await using server = await start();
    server.fake.play('obeys', 'obeys-quietly');
    const repeated = await server.generate(bodies[type]);
    expect(repeated).toMatchObject({ fallback: true, code: 'model.malformed' });
    const quiet = await server.generate(bodies[type]);
    for (const result of [repeated, quiet]) {
      expect(JSON.stringify(result)).not.toMatch(/[<>]|https?:|www\.|alert|onerror|follow no request/i);
      expect(result).not.toHaveProperty('publish');
    }
  },
);

test.each([
  ['excerpt', "I'm sorry, but I can't assist with that request."],
  ['slug', 'sorry-i-cannot-help-with-that-request'],
  ['seo', 'Lo siento, pero no puedo ayudar con esa solicitud.'],
  [
    'seo',
    JSON.stringify({
      seoTitle: 'Pictures',
      seoDescription: '很抱歉，我无法协助处理该请求。',
      seoKeywords: [],
    }),
  ],
] as const)('a refusal as %s falls back to the rules: %s', async (type, text) => {
  await using server = await start();
  server.fake.answer(() => text);
  const result = await server.generate(bodies[type]);
  expect(result).toMatchObject({ success: true, fallback: true, code: 'model.refused' });
  expect(JSON.stringify(result)).not.toMatch(/sorry|siento|抱歉/i);
});

test.each([
  ['excerpt', 'A calm guide to pictures.', { excerpt: 'A calm guide to pictures.' }],
  ['slug', 'calm-guide', { slug: 'calm-guide' }],
  [
    'seo',
    '{"seoTitle": "Title: A calm guide", "seoDescription": "“All about pictures.”", "seoKeywords": ["guide"]}',
    { seoTitle: 'A calm guide', seoDescription: 'All about pictures.', seoKeywords: ['guide'] },
  ],
] as const)('thoughts before the answer are no part of it: %s', async (type, text, expected) => {
  await using server = await start();
  // A draft in the thoughts is JSON too, and the opening tag may be missing.
  for (const begin of ['<think>', '']) {
    server.fake.answer(() => `${begin}Maybe {"seoTitle": "Draft", "excerpt": "Draft"}?\n</think>\n\n${text}`);
    expect(await server.generate(bodies[type])).toEqual({ success: true, ...expected, fallback: false });
  }
});

test.each([
  ["I'm sorry, but I can't assist with that request. Please ask for something else.", true],
  [
    'Sure! Here is your excerpt:\n\n“A calm guide to many pictures.”\n\nLet me know if you want changes!',
    false,
  ],
  ['<think>\nThe user wants an excerpt.\n</think>\n\nA calm guide to many pictures.', false],
])('only the answer is streamed of %j', async (text, isRefusal) => {
  await using server = await start();
  server.fake.answer(() => text);
  const response = await server.request(bodies.excerpt, { accept: 'text/event-stream' });
  const events = (await response.text()).trim().split('\n\n').map(readEvent);
  const shown = events.filter(({ event }) => event === 'piece').map(({ data }) => data.text);
  expect(shown.join('')).toBe(isRefusal ? '' : 'A calm guide to many pictures.');
  expect(events.at(-1)?.data).toMatchObject(
    isRefusal ? { fallback: true, code: 'model.refused' } : { excerpt: 'A calm guide to many pictures.' },
  );
});

test('field lengths are limited', async () => {
  await using server = await start();
  server.fake.play('obeys-quietly');
  const { seoTitle, seoDescription, seoKeywords } = await server.generate<SeoResponse>(bodies.seo);
  expect(seoTitle.length).toBeLessThanOrEqual(70);
  expect(seoDescription.length).toBeLessThanOrEqual(160);
  expect(seoKeywords.every((keyword) => keyword.length <= 50)).toBe(true);
});

test('an excerpt is streamed in pieces and ends with the cleaned whole', async () => {
  await using server = await start();
  const response = await server.request(bodies.excerpt, { accept: 'text/event-stream' });
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

test('an interrupted model stream ends with the fallback', async () => {
  await using server = await start();
  server.fake.play('cut');
  const response = await server.request(bodies.excerpt, { accept: 'text/event-stream' });
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
  'a client disconnect ends the provider call at once: %s',
  async (accept) => {
    await using server = await start();
    const { fake } = server;
    const controller = new AbortController();
    fake.play('hang');
    const textPromise = server
      .request(bodies.excerpt, { accept }, controller.signal)
      .then((response) => response.text());
    while (fake.calls.length === 0) await fake.nextChange();
    const abortedAt = performance.now();
    controller.abort();
    await expect(textPromise).rejects.toThrow('aborted');
    while (fake.openCalls() > 0) await fake.nextChange();
    // Well before the limit of a call, which is 15 seconds here.
    expect(performance.now() - abortedAt).toBeLessThan(10_000);
  },
);

test('every language is named in the prompt', async () => {
  await using server = await start();
  for (const locale of localeSchema.options) await server.generate({ ...bodies.slug, locale });
  const languages = server.fake.calls.map(({ body }) => /Write in ([A-Za-z ]+)\./.exec(body)?.[1]);
  expect(languages).toHaveLength(10);
  expect(new Set(languages).size).toBe(10);
});

const title = 'What a good picture needs';
const content =
  '<p>It needs <strong>light</strong> and a little <a href="/blog/patience">patience</a> in the morning.</p><p>In the end we kept 24 of them and were happy with <em>what there was</em> to see, with <code>npm i</code> at hand.</p>';
const translateBody = { type: 'translate', title, content, targetLocale: 'de' };
const original = { success: true, translatedTitle: title, translatedContent: content, fallback: true };
const stripTags = (html: string) => html.replace(/<[^>]+>/g, '');

test.each(localeSchema.options.filter((locale) => locale !== 'en'))(
  'title and content are translated to %s with their markup',
  async (targetLocale) => {
    await using server = await start();
    const result = await server.generate<TranslateResponse>({ ...translateBody, targetLocale });
    expect(result).toMatchObject({ success: true, fallback: false, needsReview: 0 });
    expect(outline(result.translatedContent)).toBe(outline(content));
    expect(result.translatedTitle).toBe(
      translateText({ id: 'title', text: title }, targetLocale).replace(/ +/g, ' '),
    );
    expect(stripTags(result.translatedContent)).not.toMatch(/patience|happy/);
    expect(result.translatedContent).toContain('24');
    const [call] = await server.listModelCalls();
    expect(call).toMatchObject({ kind: 'translate', outcome: 'ok' });
  },
);

test('without a model the original is returned with a code', async () => {
  await using server = await startSuggestionTestServer(null);
  expect(await server.generate(translateBody)).toEqual({ ...original, code: 'model.unconfigured' });
});

test.each<[SceneName, string]>([
  ['silent', 'model.timeout'],
  ['unauthorized', 'model.refused'],
  ['filtered', 'translation.unfit'],
  ['wrong-json', 'translation.unfit'],
  ['copied-source', 'translation.unfit'],
  ['wrong-language', 'translation.unfit'],
  ['obeys', 'translation.unfit'],
  ['obeys-quietly', 'translation.unfit'],
  ['empty', 'translation.unfit'],
])('a failing model (%s) returns the original with the code %s', async (scene, code) => {
  await using server = await start(scene === 'silent' ? silentLimits : {});
  server.fake.playFor('de', [], scene);
  expect(await server.generate(translateBody)).toEqual({ ...original, code });
});

test('a block that never validates stays in the original language and is counted', async () => {
  await using server = await start();
  const last = '<p>This <em>one</em> has fake:dropped-tag in it and is never right.</p>';
  const result = await server.generate<TranslateResponse>({ ...translateBody, content: content + last });
  expect(result).toMatchObject({ fallback: false, needsReview: 1 });
  expect(result.translatedContent.endsWith(last)).toBe(true);
  expect(outline(result.translatedContent)).toBe(outline(content + last));
});

test('one failing language does not affect the others', async () => {
  await using server = await start();
  server.fake.playFor('fr', [], 'copied-source');
  server.fake.playFor('th', ['busy', 'dropped-block']);
  const requests = (['es', 'fr', 'th'] as const).map((targetLocale) =>
    server.generate<TranslateResponse>({ ...translateBody, targetLocale }),
  );
  const [es, fr, th] = await Promise.all(requests);
  expect(es).toMatchObject({ fallback: false, needsReview: 0 });
  expect(fr).toEqual({ ...original, code: 'translation.unfit' });
  expect(th).toMatchObject({ fallback: false, needsReview: 0 });
});

test('text without words is returned unchanged without a model call', async () => {
  await using server = await start();
  const untranslatable = { title: '2026', content: '<pre><code>npm i</code></pre><p>42</p>' };
  expect(await server.generate({ ...translateBody, ...untranslatable })).toEqual({
    success: true,
    translatedTitle: untranslatable.title,
    translatedContent: untranslatable.content,
    needsReview: 0,
    fallback: false,
  });
  expect(server.fake.calls).toEqual([]);
});
