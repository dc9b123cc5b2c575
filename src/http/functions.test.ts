import { createHash } from 'node:crypto';
import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import { expect, test } from 'vitest';
import type { DownloadAnswer, ExtractAnswer } from '#media/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { startEdge } from '#test/support/start-edge.ts';

async function call(origin: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

test('the real client extracts a post and saves its file from the base64 answer', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: { ...threads.environment } });
  const client = new FunctionsClient(`${edge.origin}/functions/v1`);

  const extracted = await client.invoke<ExtractAnswer>('extract-threads-media', {
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

  const saved = await client.invoke<DownloadAnswer>('extract-threads-media', {
    body: { downloadUrl: quality?.url, filename: 'threads-video-1.mp4' },
  });
  expect(saved.data?.success).toBe(true);
  const hash = createHash('sha256')
    .update(Buffer.from(saved.data?.data ?? '', 'base64'))
    .digest('hex');
  const { expected } = scenes.video;
  expect('items' in expected && expected.items[0]?.sha256).toBe(hash);
});

test('an absolute address of ours is read as well as a relative one', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: { ...threads.environment } });
  const answer = (await (await call(edge.origin, { url: scenes.photo.link })).json()) as ExtractAnswer;
  const downloadUrl = new URL(answer.qualities[0]?.url ?? '', edge.origin).href;
  expect(await (await call(edge.origin, { downloadUrl, filename: 'x' })).json()).toMatchObject({
    success: true,
  });
});

test('an address that is not ours is never read', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: { ...threads.environment } });
  for (const downloadUrl of [
    `${threads.origin}/`,
    `http://${threads.mediaHost}/x.mp4`,
    '/media/',
    '/media/AAAA',
    'file:///etc/passwd',
    '',
  ]) {
    const answer = await (await call(edge.origin, { downloadUrl, filename: 'x' })).json();
    expect(answer).toMatchObject({ success: false, code: 'ticket.invalid' });
  }
  expect(threads.requests).toEqual([]);
});

test('no answer holds a media address', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: { ...threads.environment } });
  const text = await (await call(edge.origin, { url: scenes.carouselMixed.link })).text();
  expect(text).not.toContain(threads.mediaHost);
  expect(text).not.toContain('oe=');
});

test('an expected failure is a 200 with a code and a sentence in the language asked for', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: { ...threads.environment } });
  const english = await call(edge.origin, { url: 'https://example.org/' });
  expect(english.status).toBe(200);
  const answer = (await english.json()) as ExtractAnswer;
  expect(answer).toMatchObject({ success: false, qualities: [], code: 'link.not_threads' });
  const german = (await (
    await call(edge.origin, { url: '' }, { 'accept-language': 'de' })
  ).json()) as ExtractAnswer;
  expect(german.code).toBe('link.empty');
  expect(german.error).toMatch(/\p{L}{3}/u);
  expect(german.error).not.toBe(answer.error);
});

test('a text post says so and where its link leads', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: { ...threads.environment } });
  const text = await (await call(edge.origin, { url: scenes.text.link })).json();
  expect(text).toMatchObject({ success: false, code: 'post.no_media', post: { code: scenes.text.code } });
  const preview = await (await call(edge.origin, { url: scenes.linkPreview.link })).json();
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
])('%s is refused with 400 and what to send', async (_name, body) => {
  await using edge = await startEdge();
  const answer = await call(edge.origin, body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    success: false,
    code: 'body.malformed',
    error: expect.stringContaining('"url"'),
  });
});

test('another content type is refused, and more than 4 KB is refused unread', async () => {
  await using edge = await startEdge();
  expect((await call(edge.origin, { url: 'x' }, { 'content-type': 'text/plain' })).status).toBe(400);
  expect((await call(edge.origin, { url: 'x'.repeat(5000) })).status).toBe(413);
});

test('what the edge refuses is worded in the language asked for too', async () => {
  await using edge = await startEdge();
  const error = async (language: string) =>
    ((await (await call(edge.origin, {}, { 'accept-language': language })).json()) as ExtractAnswer).error;
  expect(await error('de')).toMatch(/^Sende JSON/);
  expect(await error('th')).toMatch(/\p{Script=Thai}/u);
});

test('a preflight of another origin is answered, region header and query included', async () => {
  await using edge = await startEdge();
  const preflight = await fetch(
    `${edge.origin}/functions/v1/extract-threads-media?forceFunctionRegion=eu-central-1`,
    {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-headers': 'apikey, x-region' },
    },
  );
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/apikey.*x-region/);
});

test('a key is optional, and one that is sent must be ours', async () => {
  await using edge = await startEdge({ environment: { PUBLIC_ANON_KEY: 'public-key-of-this-site' } });
  const status = async (headers: Record<string, string>) =>
    (await call(edge.origin, { url: '' }, headers)).status;
  expect(await status({})).toBe(200);
  expect(
    await status({ apikey: 'public-key-of-this-site', authorization: 'Bearer public-key-of-this-site' }),
  ).toBe(200);
  expect(await status({ apikey: 'another' })).toBe(401);
  expect(await status({ authorization: 'Bearer another' })).toBe(401);
});

test('an unknown function and another method say so', async () => {
  await using edge = await startEdge();
  const client = new FunctionsClient(`${edge.origin}/functions/v1`);
  const unknown = await client.invoke('no-such-function', { body: {} });
  expect(unknown.error).toBeInstanceOf(FunctionsHttpError);
  expect(unknown.error.message).toBe('Edge Function returned a non-2xx status code');
  expect((await fetch(`${edge.origin}/functions/v1/extract-threads-media`)).status).toBe(405);
});

test('a long answer is sent compressed', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: { ...threads.environment } });
  const answer = await call(edge.origin, { url: scenes.carouselMixed.link }, { 'accept-encoding': 'gzip' });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(await answer.json()).toMatchObject({ success: true });
});

test('answers of the functions are kept by no cache', async () => {
  await using edge = await startEdge();
  const answer = await call(edge.origin, { url: '' });
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});
