import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { DownloadResponse, ExtractResponse } from '#extraction/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { digestOriginal } from '#test/support/remove-metadata.ts';
import { startThreadsTestServer } from '../fixtures/threads-test-server.ts';
import { extractResponseSchema } from './extract-schema.ts';

test('a body without Content-Length is read up to the limit', async () => {
  await using server = await startThreadsTestServer();
  const send = (text: string) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: new Blob([text]).stream(), duplex: 'half' };
    return fetch(`${server.origin}/functions/v1/extract-threads-media`, init);
  };
  const extracted = await send(JSON.stringify({ url: scenes.photo.link }));
  expect(await extracted.json()).toMatchObject({ success: true, post: { code: scenes.photo.code } });
  expect((await send(JSON.stringify({ url: 'x'.repeat(5000) }))).status).toBe(413);
});

test('the Supabase client extracts a post and saves its file from the base64 response', async () => {
  await using server = await startThreadsTestServer();
  const client = new FunctionsClient(`${server.origin}/functions/v1`);

  const extracted = await client.invoke<ExtractResponse>('extract-threads-media', {
    body: { url: scenes.video.link },
  });
  expect(extracted.error).toBeNull();
  expect(extracted.data).toMatchObject({ success: true, post: { code: scenes.video.code } });
  const quality = extracted.data?.qualities[0];
  expect(quality).toMatchObject({
    type: 'video',
    displayName: 'Video 1',
    format: 'MP4',
    index: 1,
    source: { kind: 'own' },
  });

  const saved = await client.invoke<DownloadResponse>('extract-threads-media', {
    body: { downloadUrl: quality?.url, filename: 'threads-video-1.mp4' },
  });
  expect(saved.data?.success).toBe(true);
  const hash = digestOriginal(Buffer.from(saved.data?.data ?? '', 'base64'));
  const { expected } = scenes.video;
  expect('items' in expected && expected.items[0]?.sha256).toBe(hash);
});

test('a download URL may be absolute', async () => {
  await using server = await startThreadsTestServer();
  const result = (await (await server.call({ url: scenes.photo.link })).json()) as ExtractResponse;
  const downloadUrl = new URL(result.qualities[0]?.url ?? '', server.origin).href;
  expect(await (await server.call({ downloadUrl, filename: 'x' })).json()).toMatchObject({
    success: true,
  });
});

test('a download URL of another origin is never fetched', async () => {
  await using server = await startThreadsTestServer();
  for (const downloadUrl of [
    `${server.threads.origin}/`,
    `http://${server.threads.mediaHost}/x.mp4`,
    '/media/',
    '/media/AAAA',
    'file:///etc/passwd',
    '',
  ]) {
    const result = await (await server.call({ downloadUrl, filename: 'x' })).json();
    expect(result).toMatchObject({ success: false, code: 'ticket.invalid' });
  }
  expect(server.threads.requests).toEqual([]);
});

test('no response contains an upstream media URL', async () => {
  await using server = await startThreadsTestServer();
  const text = await (await server.call({ url: scenes.carouselMixed.link })).text();
  expect(text).not.toContain(server.threads.mediaHost);
  expect(text).not.toContain('oe=');
});

test('an expected failure is a 200 with a code and a message in the requested language', async () => {
  await using server = await startThreadsTestServer();
  const english = await server.call({ url: 'https://example.org/' });
  expect(english.status).toBe(200);
  expect(english.headers.get('cache-control')).toBe('private, no-store');
  const result = (await english.json()) as ExtractResponse;
  expect(result).toMatchObject({ success: false, qualities: [], code: 'link.not_threads' });
  const german = (await (
    await server.call({ url: '' }, { 'accept-language': 'de' })
  ).json()) as ExtractResponse;
  expect(german.code).toBe('link.empty');
  expect(german.error).toMatch(/\p{L}{3}/u);
  expect(german.error).not.toBe(result.error);
});

test('a post without media returns an error code and the site it links to', async () => {
  await using server = await startThreadsTestServer();
  const text = await (await server.call({ url: scenes.text.link })).json();
  expect(text).toMatchObject({ success: false, code: 'post.no_media', post: { code: scenes.text.code } });
  const preview = await (await server.call({ url: scenes.linkPreview.link })).json();
  expect(preview).toMatchObject({
    success: false,
    code: 'post.media_elsewhere',
    post: { linksTo: expect.stringMatching(/^https:/) },
  });
});

test.each([
  ['not JSON', '{'],
  ['no fields', {}],
  ['an unknown field', { url: 'x', extra: 1 }],
  ['a number for a link', { url: 1 }],
  ['both bodies at once', { url: 'x', downloadUrl: 'y', filename: 'z' }],
  ['a list', []],
  ['null', 'null'],
])('%s is rejected with 400 and the expected format', async (_name, body) => {
  await using server = await startThreadsTestServer();
  const response = await server.call(body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    success: false,
    code: 'body.malformed',
    error: expect.stringContaining('/api'),
  });
});

test('another content type gives 400, and more than 4 KB gives 413', async () => {
  await using server = await startThreadsTestServer();
  expect((await server.call({ url: 'x' }, { 'content-type': 'text/plain' })).status).toBe(400);
  expect((await server.call({ url: 'x'.repeat(5000) })).status).toBe(413);
});

test('request errors are in the requested language too', async () => {
  await using server = await startThreadsTestServer();
  const error = async (language: string) =>
    ((await (await server.call({}, { 'accept-language': language })).json()) as ExtractResponse).error;
  expect(await error('de')).toMatch(/^Der Inhalt der Anfrage/);
  expect(await error('th')).toMatch(/\p{Script=Thai}/u);
});

test('a cross-origin preflight succeeds, including the region header and query', async () => {
  await using server = await startThreadsTestServer();
  const preflight = await fetch(
    `${server.origin}/functions/v1/extract-threads-media?forceFunctionRegion=eu-central-1`,
    {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-headers': 'apikey, x-region' },
    },
  );
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/apikey.*x-region/);
});

test('the public key is optional, but a wrong one is rejected', async () => {
  await using server = await startThreadsTestServer({
    environment: { PUBLIC_ANON_KEY: 'public-key-of-this-site' },
  });
  const status = async (headers: Record<string, string>) => (await server.call({ url: '' }, headers)).status;
  expect(await status({})).toBe(200);
  expect(
    await status({ apikey: 'public-key-of-this-site', authorization: 'Bearer public-key-of-this-site' }),
  ).toBe(200);
  expect(await status({ apikey: 'another' })).toBe(401);
  expect(await status({ authorization: 'Bearer another' })).toBe(401);
});

test('an unknown function and an unsupported method return errors', async () => {
  await using server = await startThreadsTestServer();
  const client = new FunctionsClient(`${server.origin}/functions/v1`);
  const unknown = await client.invoke('no-such-function', { body: {} });
  expect(unknown.error).toBeInstanceOf(FunctionsHttpError);
  expect(unknown.error.message).toBe('Edge Function returned a non-2xx status code');
  expect((await fetch(`${server.origin}/functions/v1/extract-threads-media`)).status).toBe(405);
});

test('a long response is compressed', async () => {
  await using server = await startThreadsTestServer();
  const response = await server.call({ url: scenes.carouselMixed.link }, { 'accept-encoding': 'gzip' });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(await response.json()).toMatchObject({ success: true });
});

test('a post reports more posts in its thread, and the whole thread is labeled by post', async () => {
  await using server = await startThreadsTestServer();
  const { link, expectedThread } = scenes.thread;
  const single = await server.extract(link);
  expect(single).toMatchObject({ success: true, post: { thread: { more: 2 } } });
  expect(single.qualities.map(({ source }) => source)).toEqual([{ kind: 'own', username: 'lina.fiktiv' }]);

  const result = await server.extract(link, { thread: true });
  expect(extractResponseSchema.parse(result)).toEqual(result);
  expect(result.post?.thread).toMatchObject({ posts: expectedThread?.posts.map((code) => ({ code })) });
  expect(result.qualities.map(({ source }) => `${source.post?.code} ${source.post?.place}/4`)).toEqual([
    'DemoChain01 1/4',
    'DemoChain02 2/4',
    ...Array(3).fill('DemoChain04 4/4'),
  ]);
});

test('files of all posts of a thread still load after their upstream URLs expire', async () => {
  await using server = await startThreadsTestServer();
  const { link, expectedThread } = scenes.thread;
  const result = await server.extract(link, { thread: true });
  server.threads.expireUrls();
  const digests: string[] = [];
  for (const { url } of result.qualities) {
    const file = await fetch(server.origin + url);
    expect(file.status).toBe(200);
    digests.push(digestOriginal(Buffer.from(await file.arrayBuffer())));
  }
  expect(digests).toEqual(expectedThread?.items.map((item) => item.sha256));
});

test('the thread option accepts only booleans', async () => {
  await using server = await startThreadsTestServer();
  for (const thread of ['true', 1, null]) {
    expect((await server.call({ url: scenes.thread.link, thread })).status).toBe(400);
  }
  expect(server.threads.requests).toEqual([]);
});

test('a WebP lists its conversions, and each conversion counts as three downloads', async () => {
  const now = Date.now();
  await using server = await startThreadsTestServer({
    overrides: { now: () => now },
    environment: { LIMITS_SCALE: '1' },
  });
  const [file] = (await server.extract(scenes.photo.link)).qualities;
  expect(file).toMatchObject({ format: 'WEBP', conversions: ['jpg', 'png'] });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 14; attempt += 1) {
    const response = await fetch(`${server.origin}${file?.url}?as=jpg`);
    statuses.push(response.status);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (attempt > 0) continue;
    expect(response.headers.get('ratelimit')).toBe('"media";r=37;t=60');
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
  }
  expect(statuses).toEqual([...Array(13).fill(200), 429]);
});

test('a video with sound is served as an M4A', async () => {
  await using server = await startThreadsTestServer();
  const [file] = (await server.extract(scenes.video.link)).qualities;
  expect(file?.conversions).toContain('m4a');
  const response = await fetch(`${server.origin}${file?.url}?as=m4a`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mp4']);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.toString('latin1', 0, 12)).toContain('ftypM4A');
});

test('an unavailable conversion returns JSON to programs and text to browsers', async () => {
  await using server = await startThreadsTestServer();
  const [file] = (await server.extract(scenes.photo.link)).qualities;
  const url = `${server.origin}${file?.url}?as=gif`;
  const apiResponse = await fetch(url);
  expect([apiResponse.status, await apiResponse.json()]).toEqual([
    404,
    { success: false, code: 'conversion.unavailable', error: expect.stringMatching(/format/) },
  ]);
  const headers = { 'sec-fetch-dest': 'document', 'accept-language': 'de' };
  const browserResponse = await fetch(url, { headers, redirect: 'manual' });
  expect([browserResponse.status, browserResponse.headers.get('content-type')]).toEqual([
    404,
    'text/plain; charset=utf-8',
  ]);
  expect(await browserResponse.text()).toMatch(/^Diese Datei gibt es nicht in diesem Format/);
});
