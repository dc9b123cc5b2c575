import { expect, test } from 'vitest';
import { createLogger, type Logger } from '#platform/logger.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startTestServer } from '#test/support/start-server.ts';
import { startThreadsTestServer } from './fixtures/threads-test-server.ts';

const page =
  (html: string, headers: Record<string, string> = {}) =>
  async () =>
    new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });

test('the health checks report alive and ready', async () => {
  await using server = await startTestServer();
  expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
});

test('a page is rendered once, cached with its ETag, and sent compressed', async () => {
  let renders = 0;
  const html = `<!doctype html><p>${'calm '.repeat(500)}</p>`;
  await using server = await startTestServer({
    web: async () => {
      renders += 1;
      return page(html)();
    },
  });
  const first = await fetch(`${server.origin}/`, { headers: { 'accept-encoding': 'br' } });
  expect(first.headers.get('content-encoding')).toBe('br');
  expect(await first.text()).toBe(html);
  const etag = first.headers.get('etag') ?? '';
  // Weak, because the page is compressed again, better, after the first response.
  expect(etag).toMatch(/^W\/"[\w-]{22}-br"$/);
  const revalidate = (encoding: string) =>
    fetch(`${server.origin}/`, { headers: { 'if-none-match': etag, 'accept-encoding': encoding } });
  expect((await revalidate('br')).status).toBe(304);
  expect((await revalidate('gzip')).status).toBe(200);
  const head = await fetch(`${server.origin}/`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'identity' },
  });
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(html)));
  expect(renders).toBe(1);
});

test('requests with a query, POST requests and 404 pages are rendered each time', async () => {
  let renders = 0;
  await using server = await startTestServer({
    web: async (request) => {
      renders += 1;
      return new Response('x', {
        status: new URL(request.url).pathname === '/gone' ? 404 : 200,
        headers: { 'content-type': 'text/html' },
      });
    },
  });
  for (const path of ['/?problem=media.gone', '/gone']) {
    await fetch(server.origin + path);
    await fetch(server.origin + path);
  }
  await fetch(server.origin, { method: 'POST' });
  expect(renders).toBe(5);
});

test('an unsupported method is rejected', async () => {
  await using server = await startTestServer({ web: page('x') });
  expect((await fetch(server.origin, { method: 'DELETE' })).status).toBe(405);
});

test('/favicon.ico leads to the icon of the site', async () => {
  await using server = await startTestServer({ web: page('x') });
  const response = await fetch(`${server.origin}/favicon.ico`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, '/icon-192.png']);
});

test('pages see the configured origin, and cross-origin forms are rejected', async () => {
  const requests: string[] = [];
  await using server = await startTestServer({
    environment: { PUBLIC_ORIGIN: 'https://unspool.example' },
    web: async (request) => {
      requests.push(`${request.url} ${request.headers.get('origin')} ${await request.text()}`);
      return new Response('x');
    },
  });
  const post = (headers: Record<string, string>) =>
    fetch(`${server.origin}/de`, {
      method: 'POST',
      body: 'link=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  expect((await post({ origin: 'https://unspool.example' })).status).toBe(200);
  expect((await post({})).status).toBe(200);
  expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await post({ origin: 'null' })).status).toBe(403);
  // A form of a page that sends no referrer.
  expect((await post({ origin: 'null', 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  expect((await post({ origin: 'null', 'sec-fetch-site': 'same-site' })).status).toBe(403);
  expect((await post({ origin: server.origin })).status).toBe(403);
  const otherScheme = { origin: 'http://unspool.example', 'sec-fetch-site': 'same-origin' };
  expect((await post(otherScheme)).status).toBe(403);
  expect(requests).toEqual([
    'https://unspool.example/de https://unspool.example link=x',
    'https://unspool.example/de null link=x',
    'https://unspool.example/de https://unspool.example link=x',
  ]);
});

test('a form from the site under another origin than PUBLIC_ORIGIN logs one warning that says so', async () => {
  const warnings: string[] = [];
  const warn = (_fields: unknown, message: string) => void warnings.push(message);
  await using server = await startTestServer({
    environment: { PUBLIC_ORIGIN: 'https://unspool.example' },
    web: page('x'),
    overrides: { log: { ...createLogger('silent'), warn } as Logger },
  });
  const post = (origin: string) =>
    fetch(server.origin, { method: 'POST', headers: { origin, 'sec-fetch-site': 'same-origin' } });
  expect((await post('https://unspool.example')).status).toBe(200);
  expect(warnings).toEqual([]);
  for (let form = 0; form < 2; form += 1) expect((await post('http://192.0.2.1:3000')).status).toBe(403);
  expect(warnings).toEqual([expect.stringContaining('another origin than PUBLIC_ORIGIN')]);
});

test('over plain HTTP, where browsers name no site, the warning needs a form from the host it was sent to', async () => {
  const warnings: string[] = [];
  const warn = (_fields: unknown, message: string) => void warnings.push(message);
  await using server = await startTestServer({
    environment: { PUBLIC_ORIGIN: 'https://unspool.example' },
    web: page('x'),
    overrides: { log: { ...createLogger('silent'), warn } as Logger },
  });
  const post = (origin: string) => fetch(server.origin, { method: 'POST', headers: { origin } });
  expect((await post('http://evil.example')).status).toBe(403);
  expect(warnings).toEqual([]);
  expect((await post(server.origin)).status).toBe(403);
  expect(warnings).toEqual([expect.stringContaining('another origin than PUBLIC_ORIGIN')]);
});

test('an undecodable path is replaced before it reaches the pages', async () => {
  const pathnames: string[] = [];
  await using server = await startTestServer({
    web: async (request) => {
      pathnames.push(new URL(request.url).pathname);
      return new Response('x', { status: 404 });
    },
  });
  expect((await fetch(`${server.origin}/https://www.threads.com/@a/post/AbC%ff`)).status).toBe(404);
  expect(pathnames).toEqual(['/undecodable']);
});

test('a page that throws gives a 500 without error details', async () => {
  await using server = await startTestServer({
    web: async () => {
      throw new Error('the secret is quokka');
    },
  });
  const response = await fetch(server.origin);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('quokka');
});

test('an expired ticket redirects a browser to the home page and gives a program the code', async () => {
  let now = Date.UTC(2026, 10, 21);
  await using server = await startThreadsTestServer({ overrides: { now: () => now } });
  const { qualities } = await server.extract(scenes.photo.link);
  const fileUrl = new URL(qualities[0]?.url ?? '', server.origin);
  expect((await fetch(fileUrl)).status).toBe(200);

  now += 15 * 60_000 + 1;
  const apiResponse = await fetch(fileUrl);
  expect(apiResponse.status).toBe(410);
  expect(await apiResponse.json()).toMatchObject({ success: false, code: 'ticket.expired' });
  const browserResponse = await fetch(fileUrl, {
    redirect: 'manual',
    headers: { 'sec-fetch-dest': 'document', 'accept-language': 'th,en;q=0.5' },
  });
  expect(browserResponse.status).toBe(303);
  expect(browserResponse.headers.get('location')).toBe('/th?problem=ticket.expired');
  const fromGermanPage = await fetch(fileUrl, {
    redirect: 'manual',
    headers: { 'sec-fetch-dest': 'document', 'accept-language': 'en', referer: `${server.origin}/de` },
  });
  expect(fromGermanPage.headers.get('location')).toBe('/de?problem=ticket.expired');
});

test('a file of the wrong type redirects a browser to the home page and gives a program the code', async () => {
  await using server = await startThreadsTestServer();
  const { qualities } = await server.extract(scenes.wrongType.link);
  const fileUrl = new URL(qualities[0]?.url ?? '', server.origin);
  const apiResponse = await fetch(fileUrl);
  expect(apiResponse.status).toBe(502);
  expect(await apiResponse.json()).toMatchObject({ success: false, code: 'media.wrong_type' });
  const browserResponse = await fetch(fileUrl, {
    redirect: 'manual',
    headers: { 'sec-fetch-dest': 'document', referer: `${server.origin}/` },
  });
  expect(browserResponse.status).toBe(303);
  expect(browserResponse.headers.get('location')).toBe('/?problem=media.wrong_type');
});
