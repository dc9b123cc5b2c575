import { FunctionsClient } from '@supabase/functions-js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { SeoResponse } from '#ai/contract.ts';
import { localeSchema } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import {
  generateBodies as bodies,
  memberHeaders,
  startSuggestionTestServer,
} from '#test/support/start-suggestions.ts';

test('each kind of request returns its documented fields, also through the Supabase client', async () => {
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
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
    await using fake = await startFakeModel();
    await using server = await startSuggestionTestServer(fake);
    fake.play(scene);
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
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
  fake.play(scene);
  const result = await server.generate<{ imageUrl: string }>(bodies.image);
  expect(result).toMatchObject({ success: true, fallback: false });
  const imageResponse = await fetch(new URL(result.imageUrl, server.origin));
  expect(imageResponse.headers.get('content-type')).toBe('image/webp');
  expect(await sharp(await imageResponse.arrayBuffer()).metadata()).toMatchObject({ width: 96, height: 64 });
});

test.each<SceneName>(['foreign-image', 'no-image', 'unauthorized'])(
  'a model that returns no image leaves none: %s',
  async (scene) => {
    await using fake = await startFakeModel();
    await using server = await startSuggestionTestServer(fake);
    fake.play(scene);
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
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
  fake.play(scene, scene, scene);
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
    await using fake = await startFakeModel();
    await using server = await startSuggestionTestServer(fake);
    fake.play('obeys', 'obeys-quietly');
    const repeated = await server.generate(bodies[type]);
    expect(repeated).toMatchObject({ fallback: true, code: 'model.malformed' });
    const quiet = await server.generate(bodies[type]);
    for (const result of [repeated, quiet]) {
      expect(JSON.stringify(result)).not.toMatch(/[<>]|https?:|www\.|alert|onerror|follow no request/i);
      expect(result).not.toHaveProperty('publish');
    }
  },
);

test('field lengths are limited', async () => {
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
  fake.play('obeys-quietly');
  const { seoTitle, seoDescription, seoKeywords } = await server.generate<SeoResponse>(bodies.seo);
  expect(seoTitle.length).toBeLessThanOrEqual(70);
  expect(seoDescription.length).toBeLessThanOrEqual(160);
  expect(seoKeywords.every((keyword) => keyword.length <= 50)).toBe(true);
});

test('an excerpt is streamed in pieces and ends with the cleaned whole', async () => {
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
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
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
  fake.play('cut');
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
  'a client disconnect cancels the provider call: %s',
  async (accept) => {
    await using fake = await startFakeModel();
    await using server = await startSuggestionTestServer(fake);
    const controller = new AbortController();
    fake.play('hang');
    const textPromise = server
      .request(bodies.excerpt, { accept }, controller.signal)
      .then((response) => response.text());
    while (fake.calls.length === 0) await fake.nextChange();
    controller.abort();
    await expect(textPromise).rejects.toThrow('aborted');
    while (fake.openCalls() > 0) await fake.nextChange();
  },
);

test('every language is named in the prompt', async () => {
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
  for (const locale of localeSchema.options) await server.generate({ ...bodies.slug, locale });
  const languages = fake.calls.map(({ body }) => /Write in ([A-Za-z ]+)\./.exec(body)?.[1]);
  expect(languages).toHaveLength(10);
  expect(new Set(languages).size).toBe(10);
});
