import { FunctionsClient } from '@supabase/functions-js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { SeoAnswer } from '#assistant/contract.ts';
import { localeSchema } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { generateBodies as bodies, memberHeaders, startAssistant } from '#test/support/start-assistant.ts';

test('the model answers each kind in the names of the wire, through the real client too', async () => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  const headers = { origin: edge.origin, ...memberHeaders };
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
  const noted = await edge.notedCalls();
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
  const seen = new Set<string>();
  for (const [locale, title] of Object.entries(titles)) {
    const answer = await edge.answer<{ imageUrl: string }>({ ...bodies.image, locale, title });
    expect(answer).toMatchObject({ fallback: true, code: 'model.unconfigured' });
    const picture = await fetch(new URL(answer.imageUrl, edge.origin));
    const { width = 0, height = 0 } = await sharp(await picture.arrayBuffer()).metadata();
    expect(width / height).toBeCloseTo(1200 / 630, 1);
    seen.add(answer.imageUrl);
  }
  expect(seen.size).toBe(10);
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
    const answer = await edge.answer<{ prompt?: string }>(bodies.image);
    expect(answer).toMatchObject({ imageUrl: null, fallback: true });
    // Where it answered without a picture, what it was asked for is of use elsewhere.
    if (scene === 'unauthorised') expect(answer).not.toHaveProperty('prompt');
    else expect(answer.prompt).toContain('Title: How to keep a picture');
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

test('every language is asked for by its name', async () => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  for (const locale of localeSchema.options) await edge.answer({ ...bodies.slug, locale });
  const asked = fake.calls.map(({ body }) => /Write in ([A-Za-z ]+)\./.exec(body)?.[1]);
  expect(asked).toHaveLength(10);
  expect(new Set(asked).size).toBe(10);
});
