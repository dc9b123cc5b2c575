import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { type FakeThreads, startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { type AdminTestServer, startAdminTestServer } from '#test/support/start-admin-server.ts';

let threads: FakeThreads;
let server: AdminTestServer;
beforeAll(async () => {
  threads = await startFakeThreads();
  server = await startAdminTestServer({ environment: threads.environment });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await threads?.[Symbol.asyncDispose]();
});

const read = (url: string, locale = 'en') =>
  server.request('author', 'POST /threads-posts', { body: { url, locale } });

test('a post is read once, and its image is stored', async () => {
  const response = await read(`look: ${scenes.photo.link}?xmt=tracking`);
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    url: 'https://www.threads.com/@mira.demo/post/DemoPhoto01',
    name: 'Mira Demo',
    username: 'mira.demo',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    text: 'First light over hills that do not exist. 🌄\nDrawn by a few sine waves and a lot of patience.',
    lang: 'en',
    images: [
      {
        src: expect.stringMatching(/^\/files\/[0-9a-f-]{36}\/\d+\.webp$/),
        width: expect.any(Number),
        height: expect.any(Number),
        alt: 'A pale sun above layered blue hills',
        isVideo: false,
      },
    ],
    missingImages: 0,
  });
  const file = await fetch(server.origin + response.body.images[0].src);
  expect(file.headers.get('content-type')).toBe('image/webp');
});

test('of a video only the poster is stored, with an alt text in the language of the article', async () => {
  const before = threads.requests.length;
  const { body } = await read(scenes.video.link, 'de');
  expect(body.images).toMatchObject([{ alt: 'Video von Mira Demo', isVideo: true }]);
  const mediaPaths = threads.requests.slice(before).filter(({ host }) => host === 'media');
  expect(mediaPaths.map(({ path }) => path).join()).not.toContain('.mp4');
});

test('a post of words only can be quoted', async () => {
  const { status, body } = await read(scenes.text.link);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    text: expect.stringMatching(/\p{Script=Arabic}/u),
    images: [],
    missingImages: 0,
  });
});

test('hidden words and media are not shown to readers', async () => {
  const { status, body } = await read(scenes.spoiler.link);
  expect(status).toBe(201);
  expect(body).toMatchObject({ text: 'In the end, […]. 🚢', images: [], missingImages: 0 });
});

test('the image of a sticker stands below the words', async () => {
  const { body } = await read(scenes.sticker.link);
  expect(body).toMatchObject({ text: 'Good morning', images: [{ isVideo: false }], missingImages: 0 });
});

test('images of a quoted post are not shown as the images of the author', async () => {
  const { status, body } = await read(scenes.quote.link);
  expect(status).toBe(201);
  expect(body.images).toEqual([]);
});

test.each([
  ['', 422, 'link.empty'],
  ['https://example.org/post', 422, 'link.not_threads'],
  ['https://www.threads.com/@mira.demo', 422, 'link.not_a_post'],
  [scenes.gone.link, 422, 'post.gone'],
  [scenes.private.link, 422, 'post.private'],
])('an error of the reader for "%s" has its usual message', async (link, status, code) => {
  const response = await read(link);
  expect([response.status, response.body.code]).toEqual([status, code]);
  expect(response.body.error).toMatch(/^[A-Z].+\.$/);
});

test('only signed-in users of our own pages may use it, and only with valid fields', async () => {
  const body = { url: scenes.photo.link, locale: 'en' };
  expect((await server.request(null, 'POST /threads-posts', { body })).status).toBe(401);
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect((await server.request('owner', 'POST /threads-posts', { body, headers: foreign })).status).toBe(403);
  for (const invalid of [
    {},
    { ...body, locale: 'xx' },
    { ...body, more: 1 },
    { ...body, url: 'x'.repeat(2001) },
  ])
    expect((await server.request('owner', 'POST /threads-posts', { body: invalid })).status).toBe(400);
});

test('reads count as extractions, and text without a post link does not', async () => {
  await using limited = await startAdminTestServer({
    environment: { ...threads.environment, LIMITS_SCALE: '1' },
  });
  const request = (url: string) =>
    limited.request('owner', 'POST /threads-posts', { body: { url, locale: 'en' } });
  const first = await request(scenes.photo.link);
  expect(first.headers.get('ratelimit')).toMatch(/^"extractions";r=19;/);
  expect((await request('no link')).headers.get('ratelimit')).not.toContain('extractions');
  // Without the image, which takes longer than reading the post.
  for (let count = 1; count < 20; count += 1) await request(scenes.text.link);
  const last = await request(scenes.photo.link);
  expect([last.status, last.body.code]).toEqual([429, 'limit.reached']);
});
