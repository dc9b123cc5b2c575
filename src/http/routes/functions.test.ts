import { createHash } from 'node:crypto';
import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import { expect, test } from 'vitest';
import type { DownloadResponse, ExtractResponse } from '#extraction/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { startTestServer } from '#test/support/start-server.ts';

async function call(origin: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

test('a body without Content-Length is read up to the limit', async () => {
  await using threads = await startFakeThreads();
  await using server = await startTestServer({ environment: { ...threads.environment } });
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
  await using threads = await startFakeThreads();
  await using server = await startTestServer({ environment: { ...threads.environment } });
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
  const hash = createHash('sha256')
    .update(Buffer.from(saved.data?.data ?? '', 'base64'))
    .digest('hex');
  const { expected } = scenes.video;
  expect('items' in expected && expected.items[0]?.sha256).toBe(hash);
});

test('a download URL may be absolute', async () => {
  await using threads = await startFakeThreads();
  await using server = await startTestServer({ environment: { ...threads.environment } });
  const result = (await (await call(server.origin, { url: scenes.photo.link })).json()) as ExtractResponse;
  const downloadUrl = new URL(result.qualities[0]?.url ?? '', server.origin).href;
  expect(await (await call(server.origin, { downloadUrl, filename: 'x' })).json()).toMatchObject({
    success: true,
  });
});

test('a download URL of another origin is never fetched', async () => {
  await using threads = await startFakeThreads();
  await using server = await startTestServer({ environment: { ...threads.environment } });
  for (const downloadUrl of [
    `${threads.origin}/`,
    `http://${threads.mediaHost}/x.mp4`,
    '/media/',
    '/media/AAAA',
    'file:///etc/passwd',
    '',
  ]) {
    const result = await (await call(server.origin, { downloadUrl, filename: 'x' })).json();
    expect(result).toMatchObject({ success: false, code: 'ticket.invalid' });
  }
  expect(threads.requests).toEqual([]);
});

test('no response contains an upstream media URL', async () => {
  await using threads = await startFakeThreads();
  await using server = await startTestServer({ environment: { ...threads.environment } });
  const text = await (await call(server.origin, { url: scenes.carouselMixed.link })).text();
  expect(text).not.toContain(threads.mediaHost);
  expect(text).not.toContain('oe=');
});

test('an expected failure is a 200 with a code and a message in the requested language', async () => {
  await using threads = await startFakeThreads();
  await using server = await startTestServer({ environment: { ...threads.environment } });
  const english = await call(server.origin, { url: 'https://example.org/' });
  expect(english.status).toBe(200);
  const result = (await english.json()) as ExtractResponse;
  expect(result).toMatchObject({ success: false, qualities: [], code: 'link.not_threads' });
  const german = (await (
    await call(server.origin, { url: '' }, { 'accept-language': 'de' })
  ).json()) as ExtractResponse;
  expect(german.code).toBe('link.empty');
  expect(german.error).toMatch(/\p{L}{3}/u);
  expect(german.error).not.toBe(result.error);
});

test('a post without media returns an error code and the site it links to', async () => {
  await using threads = await startFakeThreads();
  await using server = await startTestServer({ environment: { ...threads.environment } });
  const text = await (await call(server.origin, { url: scenes.text.link })).json();
  expect(text).toMatchObject({ success: false, code: 'post.no_media', post: { code: scenes.text.code } });
  const preview = await (await call(server.origin, { url: scenes.linkPreview.link })).json();
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
  await using server = await startTestServer();
  const response = await call(server.origin, body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    success: false,
    code: 'body.malformed',
    error: expect.stringContaining('"url"'),
  });
});

test('another content type gives 400, and more than 4 KB gives 413', async () => {
  await using server = await startTestServer();
  expect((await call(server.origin, { url: 'x' }, { 'content-type': 'text/plain' })).status).toBe(400);
  expect((await call(server.origin, { url: 'x'.repeat(5000) })).status).toBe(413);
});

test('request errors are in the requested language too', async () => {
  await using server = await startTestServer();
  const error = async (language: string) =>
    ((await (await call(server.origin, {}, { 'accept-language': language })).json()) as ExtractResponse)
      .error;
  expect(await error('de')).toMatch(/^Sende JSON/);
  expect(await error('th')).toMatch(/\p{Script=Thai}/u);
});

test('a cross-origin preflight succeeds, including the region header and query', async () => {
  await using server = await startTestServer();
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
  await using server = await startTestServer({ environment: { PUBLIC_ANON_KEY: 'public-key-of-this-site' } });
  const status = async (headers: Record<string, string>) =>
    (await call(server.origin, { url: '' }, headers)).status;
  expect(await status({})).toBe(200);
  expect(
    await status({ apikey: 'public-key-of-this-site', authorization: 'Bearer public-key-of-this-site' }),
  ).toBe(200);
  expect(await status({ apikey: 'another' })).toBe(401);
  expect(await status({ authorization: 'Bearer another' })).toBe(401);
});

test('an unknown function and an unsupported method return errors', async () => {
  await using server = await startTestServer();
  const client = new FunctionsClient(`${server.origin}/functions/v1`);
  const unknown = await client.invoke('no-such-function', { body: {} });
  expect(unknown.error).toBeInstanceOf(FunctionsHttpError);
  expect(unknown.error.message).toBe('Edge Function returned a non-2xx status code');
  expect((await fetch(`${server.origin}/functions/v1/extract-threads-media`)).status).toBe(405);
});

test('a long response is compressed', async () => {
  await using threads = await startFakeThreads();
  await using server = await startTestServer({ environment: { ...threads.environment } });
  const response = await call(
    server.origin,
    { url: scenes.carouselMixed.link },
    { 'accept-encoding': 'gzip' },
  );
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(await response.json()).toMatchObject({ success: true });
});

test('function responses are not cached', async () => {
  await using server = await startTestServer();
  const response = await call(server.origin, { url: '' });
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});
