import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ExtractResponse } from '#extraction/contract.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { ownerPath } from '#test/support/admin-session.ts';
import { connectBrowser } from '#test/support/browser-page.ts';
import { createCertificate } from '#test/support/create-certificate.ts';
import { freePort } from '#test/support/local-servers.ts';
import { startApp } from '#test/support/start-app.ts';
import { fetchRaw } from '#test/support/start-media-relay.ts';
import { hasProxy, type ProxyName, startProxy } from '#test/support/start-proxies.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

interface SendOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Address of the client, on this machine. */
  from?: string;
}

/** The built server behind the example for a proxy, with everything that a visit needs. */
async function startSite(name: ProxyName) {
  await using stack = new AsyncDisposableStack();
  const { key, certificate } = createCertificate(temporaryFolder());
  const [port, redirectPort] = [await freePort(), await freePort()];
  const origin = `https://localhost:${port}`;
  const threads = stack.use(await startFakeThreads());
  const model = stack.use(await startFakeModel());
  const app = stack.use(
    await startApp({
      ...threads.environment,
      ...model.environment,
      PUBLIC_ORIGIN: origin,
      TRUSTED_PROXIES: '127.0.0.1',
    }),
  );
  const node = new URL(app.origin).host;
  const proxy = stack.use(await startProxy(name, { port, redirectPort, node, key, certificate }));
  const ca = readFileSync(certificate);
  /** Resolves once the headers have arrived. */
  const open = (path: string, { method = 'GET', headers = {}, body, from = '127.0.0.1' }: SendOptions = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const options = { ca, agent: false, family: 4, localAddress: from };
      request(new URL(path, origin), { ...options, method, headers }, resolve)
        .on('error', reject)
        .end(body);
    });
  const send = async (path: string, options?: SendOptions) => {
    const response = await open(path, options);
    const body = await buffer(response);
    return { status: response.statusCode, headers: response.headers, body, text: body.toString() };
  };
  const stopping = stack.move();
  return {
    app,
    threads,
    model,
    proxy,
    origin,
    redirectOrigin: `http://localhost:${redirectPort}`,
    open,
    send,
    extract: (link: string, options?: Pick<SendOptions, 'headers' | 'from'>) =>
      send('/functions/v1/extract-threads-media', {
        ...options,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...options?.headers },
        body: JSON.stringify({ url: link }),
      }),
    [Symbol.asyncDispose]: () => stopping.disposeAsync(),
  };
}

type Site = Awaited<ReturnType<typeof startSite>>;

/** Returns the cookie of an owner's session. */
async function signIn({ app, origin, send }: Site): Promise<string> {
  const token = new URL(await ownerPath(app), origin).searchParams.get('token') ?? '';
  const form = { token, 'new-password': 'correct horse battery', name: 'Ada', email: 'ada@example.org' };
  const { status, headers } = await send('/admin/set-up', {
    method: 'POST',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  expect(status).toBe(303);
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

/** Reads until the text contains `part`. */
async function readUntil(chunks: AsyncIterator<Buffer>, part: string): Promise<void> {
  let text = '';
  while (!text.includes(part)) {
    const { done, value } = await chunks.next();
    if (done) throw new Error(`the response ended before “${part}”`);
    text += value.toString();
  }
}

const getUrl = ({ text }: { text: string }) => (JSON.parse(text) as ExtractResponse).qualities[0]?.url ?? '';

for (const name of ['caddy', 'haproxy', 'nginx'] as const)
  test.runIf(hasProxy(name))(
    `pages, downloads, streams and uploads work over TLS behind the example for ${name}, which logs no visit`,
    { timeout: 300_000 },
    async () => {
      await using site = await startSite(name);
      const { app, threads, model, proxy, origin, open, send, extract } = site;
      const forged = {
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'for=203.0.113.7;host=evil.example;proto=http',
      };

      const page = await send('/?url=secret-link', { headers: forged });
      expect(page.status).toBe(200);
      expect(page.headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': expect.stringContaining('no-store'),
      });
      expect(page.text).toContain('</html>');
      expect(page.text).not.toContain('evil.example');
      const compressed = await send('/blog', { headers: { 'accept-encoding': 'gzip' } });
      expect(compressed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(compressed.body).toString()).toContain('</html>');
      expect((await send('/blog')).headers['content-encoding']).toBeUndefined();

      // The client is who connects to the proxy, whatever it claims.
      const remaining = async (claimed: string, from: string) => {
        const { headers } = await extract(scenes.photo.link, {
          headers: { 'x-forwarded-for': claimed },
          from,
        });
        return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
      };
      const first = await remaining('203.0.113.7', '127.0.0.2');
      expect(await remaining('203.0.113.8', '127.0.0.2')).toBe(first - 1);
      expect(await remaining('127.0.0.2', '127.0.0.3')).toBe(first);

      const url = getUrl(await extract(scenes.video.link));
      const file = await send(url);
      const part = await send(url, { headers: { range: 'bytes=5-14' } });
      expect(part.status).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes 5-14/${file.body.length}`);
      expect(part.body).toEqual(file.body.subarray(5, 15));
      expect(file.body).toEqual((await fetchRaw(app.origin + url)).body);

      // Too large for any memory: its first bytes arrive while the last ones don't exist yet.
      const huge = await open(getUrl(await extract(scenes.huge.link)));
      await once(huge, 'data');
      expect(threads.openMediaResponses()).toBe(1);
      huge.on('error', () => undefined).destroy();
      await expect.poll(threads.openMediaResponses, { timeout: 10_000 }).toBe(0);

      // Nothing more comes, so that only the proxy can notice that the client has left. HAProxy believes that it still reads,
      // and nginx doesn't pass so few bytes on: there, the node ends the download after 20 seconds.
      if (name === 'caddy') {
        const stalled = await open(getUrl(await extract(scenes.stalledMedia.link)));
        await once(stalled, 'data');
        expect(threads.openMediaResponses()).toBe(1);
        stalled.on('error', () => undefined).destroy();
        await expect.poll(threads.openMediaResponses, { timeout: 10_000 }).toBe(0);
      }

      const cookie = await signIn(site);
      model.play('pending');
      const suggestion = await open('/functions/v1/generate-content', {
        method: 'POST',
        headers: { cookie, origin, accept: 'text/event-stream', 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'excerpt', locale: 'en', content: '<p>A text about pictures.</p>' }),
      });
      const events = suggestion[Symbol.asyncIterator]();
      await readUntil(events, 'event: piece');
      expect(model.openCalls()).toBe(1);
      model.release();
      await readUntil(events, 'event: answer');

      const sendJson = (path: string, body: object) =>
        send(path, {
          method: 'POST',
          headers: { cookie, origin, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const bytes = 8 * 1024 * 1024;
      const started = await sendJson('/api/admin/data/jobs', { kind: 'restore', size: 2 * bytes });
      const { job } = JSON.parse(started.text) as { job: { id: string } };
      const uploaded = await send(`/api/admin/data/jobs/${job.id}/upload?offset=0`, {
        method: 'PUT',
        headers: { cookie, origin, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      });
      expect([uploaded.status, uploaded.text]).toEqual([200, expect.stringContaining('"job"')]);
      const tooLarge = await sendJson('/functions/v1/extract-threads-media', { url: 'x'.repeat(2_000_000) });
      expect(tooLarge.status).toBe(413);

      const browser = await connectBrowser();
      await using context = await browser.newContext({ ignoreHTTPSErrors: true });
      const tab = await context.newPage();
      await tab.goto(`${origin}/blog`);
      const protocol = await tab.evaluate(
        () => performance.getEntriesByType('navigation')[0]?.toJSON().nextHopProtocol,
      );
      expect(protocol).toBe('h2');

      // The example for nginx has no port for this: whoever adds TLS to it adds the redirect.
      if (name !== 'nginx') {
        const redirect = await fetchRaw(`${site.redirectOrigin}/blog?url=secret-link`);
        expect(redirect.status).toBe(308);
        expect(redirect.headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/blog\?url=secret-link$/);
      }

      expect(app.output.join('\n')).not.toContain('untrusted proxy');
      await app.stop();
      const away = await send('/?url=secret-link', { headers: forged });
      expect(away.status).toBe(503);
      expect(away.headers).toMatchObject({
        'retry-after': '5',
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
      });
      expect(proxy.output()).not.toMatch(/secret-link|203\.0\.113|127\.0\.0\.[23]\b|\/media\//);
    },
  );
