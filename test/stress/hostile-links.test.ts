import { createServer } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMediaUrlValidator } from '#media/upstream-client.ts';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { hostileUrl, otherScheme } from '#test/support/hostile-links.ts';
import { measureCpuMs } from '#test/support/measure-cpu.ts';
import { requestExtraction } from '#test/support/request-extraction.ts';
import { startMediaRelay } from '#test/support/start-media-relay.ts';
import { stressRuns } from '#test/support/stress.ts';
import { findPostLink } from '#threads/post-links.ts';
import { classifyRedirect } from '#threads/request/session.ts';
import { startFaultyUpstream } from '../support/faulty-media-upstream.ts';
import { startTestServer } from '../support/start-server.ts';

const path = '/@alma.demo/post/DAbc-_12xYz';
/** These characters end a URL in a text, so a valid link could follow. */
const links = hostileUrl('www.threads.com', path).filter((text) => !/[,;|$]/.test(text));
const media = hostileUrl('scontent.cdninstagram.com', '/v/a.mp4');

/** Listens on every address of this machine and counts connections. */
async function startCanary() {
  let hits = 0;
  const server = createServer((socket) => {
    hits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    hits: () => hits,
    at: (text: string) => text.replaceAll('{P}', String(port)),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const sample = (arbitrary: fc.Arbitrary<string>, few: number, all: number) =>
  fc.sample(arbitrary, stressRuns(few, all));

test('no URL of another host or of this machine is accepted as a post link', () => {
  fc.assert(
    fc.property(links, (text) => {
      const found = findPostLink(text.replaceAll('{P}', '4750'));
      expect(found.ok ? found.value : found.error.code).toMatch(/^link\.not_(?:threads|a_post)$/);
    }),
    { numRuns: stressRuns(1_000, 100_000) },
  );
});

test('hostile links are rejected with an error code and cause no connection', {
  timeout: 600_000,
}, async () => {
  await using canary = await startCanary();
  await using threads = await startFakeThreads();
  await using edge = await startTestServer({ environment: { ...threads.environment } });
  const times: number[] = [];
  for (const text of sample(links, 120, 5_000)) {
    const startedAt = performance.now();
    const response = await requestExtraction(edge.origin, canary.at(text));
    times.push(performance.now() - startedAt);
    const body = (await response.json()) as { success: boolean; code: string };
    expect([text, body.success, response.status < 500]).toEqual([text, false, true]);
    expect(body.code).toMatch(/^link\.not_(?:threads|a_post)$/);
  }
  expect([canary.hits(), threads.requests.length]).toEqual([0, 0]);
  times.sort((a, b) => a - b);
  // A whole round trip; the limit is ten times what an idle machine needs.
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(200);
});

test('every spelling of a valid link requests the URL built from its code', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startTestServer({ environment: { ...threads.environment } });
  const { link, code } = scenes.photo;
  const postPath = new URL(link).pathname;
  const hosts = ['www.threads.com', 'threads.com', 'www.threads.net', 'THREADS.NET', 'www.threads.com:443'];
  const forms = hosts.flatMap((host) => [
    `https://${host}${postPath}`,
    `look: https://${host}${postPath}?xmt=AQ&slof=1#x!`,
    `https://${host}/t/${code}`,
  ]);
  for (const text of forms) {
    const response = await requestExtraction(edge.origin, text);
    expect(await response.json(), text).toMatchObject({ success: true, post: { code } });
  }
  const pages = threads.requests.filter(({ host }) => host !== 'media').map((request) => request.path);
  expect(pages.length).toBeGreaterThan(0);
  for (const requestPath of pages)
    expect(requestPath).toMatch(new RegExp(`^/(?:@[\\w.]+/post/${code}|.*${code})`));
});

test('only media URLs of allowed hosts are accepted, whatever their spelling', () => {
  const validate = createMediaUrlValidator(['cdninstagram.com', 'fbcdn.net', 'giphy.com'], false);
  const allowedUrl = /^https:\/\/(?:[a-z\d_-]+\.)*(?:cdninstagram\.com|fbcdn\.net|giphy\.com)\//;
  fc.assert(
    fc.property(media, (text) => {
      const url = text.replaceAll('{P}', '4750');
      const target = validate(url);
      // URL parsers map some characters to plain letters, so the parsed URL decides.
      if (target) expect([url, target.url.href]).toEqual([url, expect.stringMatching(allowedUrl)]);
      if (target) expect(target.url.username + target.url.password + target.url.port).toBe('');
    }),
    { numRuns: stressRuns(1_000, 100_000) },
  );
});

test('neither a valid ticket nor a redirect can lead to a forbidden host', { timeout: 600_000 }, async () => {
  await using canary = await startCanary();
  await using upstream = await startFaultyUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const sealer = createSealer('a secret of at least thirty-two bytes', 'media-ticket');
  const ticket = { name: 'a', format: 'MP4', purpose: 'attachment', expiresAt: Date.now() + 60_000 };
  const item = { postUrl: 'https://www.threads.com/@a/post/b', itemId: '1', format: 'MP4', part: 'file' };
  const bad = sample(media, 120, 3_000).map(canary.at);
  for (const url of bad) {
    const response = await relay.get(`/media/${sealer.seal({ ...ticket, item, url })}`);
    expect([url, response.body.toString()]).toEqual([url, 'ticket.invalid']);
  }
  // Skip URLs that are not valid header values.
  const isOtherOrigin = (text: string) =>
    URL.parse(text, `${upstream.origin}/away`)?.origin !== upstream.origin;
  for (const location of bad.filter(
    (text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && isOtherOrigin(text),
  )) {
    const from = upstream.on(
      '/away',
      (_request, response) => void response.writeHead(302, { location }).end(),
    );
    expect([location, (await relay.get(relay.ticketFor(from))).body.toString()]).toEqual([
      location,
      'media.unreachable',
    ]);
  }
  expect(canary.hits()).toBe(0);
});

test('a Threads redirect to another origin is not followed', () => {
  const origin = 'https://www.threads.com';
  const otherUrl = fc.oneof(
    links,
    otherScheme.map((scheme) => `${scheme}evil.example${path}`),
  );
  fc.assert(
    fc.property(otherUrl, (text) => {
      const redirect = classifyRedirect(text.replaceAll('{P}', '4750'), `${origin}${path}`, origin);
      if (redirect.kind === 'link') expect(redirect.url.startsWith(`${origin}/`)).toBe(true);
    }),
    { numRuns: stressRuns(1_000, 100_000) },
  );
});

test('any text is parsed quickly and never leads to a forbidden host', () => {
  const piece = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    links,
    fc.constantFrom(
      ' ',
      '\n',
      '\0',
      '\ud800',
      '//',
      'https://',
      '@',
      '%',
      '::',
      '[',
      ']',
      '\\',
      'threads.com/',
    ),
  );
  const validate = createMediaUrlValidator(['cdninstagram.com'], false);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
      const text = pieces.join('');
      expect(measureCpuMs(() => findPostLink(text))).toBeLessThan(1_000);
      const target = validate(text);
      if (target) expect(target.url.hostname).toMatch(/(?:^|\.)cdninstagram\.com$/);
    }),
    { numRuns: stressRuns(600, 50_000) },
  );
});
