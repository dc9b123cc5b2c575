import { createServer } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMediaHostRule } from '#media/allowed-media-host.ts';
import { createSealer } from '#platform/sealed-token.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { startFaultUpstream } from '#test/support/fault-media-upstream.ts';
import { hostileAddress, otherScheme } from '#test/support/hostile-links.ts';
import { startEdge } from '#test/support/start-edge.ts';
import { startMediaRelay } from '#test/support/start-media-relay.ts';
import { stressRuns } from '#test/support/stress.ts';
import { findPostLink } from '#threads/find-post-link.ts';
import { judgeLocation } from '#threads/judge-location.ts';

const path = '/@alma.demo/post/DAbc-_12xYz';
/** In a text, these signs end one address, and the next may be a right one. */
const links = hostileAddress('www.threads.com', path).filter((text) => !/[,;|$]/.test(text));
const media = hostileAddress('scontent.cdninstagram.com', '/v/a.mp4');

/** Listens on every address of this machine and counts who comes. */
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

test('no address of another host, or of this machine, is read as a link of a post', () => {
  fc.assert(
    fc.property(links, (text) => {
      const found = findPostLink(text.replaceAll('{P}', '4750'));
      expect(found.ok ? found.value : found.error.code).toMatch(/^link\.not_(?:threads|a_post)$/);
    }),
    { numRuns: stressRuns(1_000, 100_000) },
  );
});

test('asked for, they are refused by their code, and nobody is connected to', {
  timeout: 600_000,
}, async () => {
  await using canary = await startCanary();
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: { ...threads.environment } });
  const times: number[] = [];
  for (const text of sample(links, 120, 5_000)) {
    const begun = performance.now();
    const answer = await fetch(`${edge.origin}/functions/v1/extract-threads-media`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: canary.at(text) }),
    });
    times.push(performance.now() - begun);
    const said = (await answer.json()) as { success: boolean; code: string };
    expect([text, said.success, answer.status < 500]).toEqual([text, false, true]);
    expect(said.code).toMatch(/^link\.not_(?:threads|a_post)$/);
  }
  expect([canary.hits(), threads.requests.length]).toEqual([0, 0]);
  times.sort((a, b) => a - b);
  // A whole round trip; the bound is for a quiet machine, ten times over.
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(200);
});

test('every spelling of a right link asks for the one address made from its code', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: { ...threads.environment } });
  const { link, code } = scenes.photo;
  const own = new URL(link).pathname;
  const hosts = ['www.threads.com', 'threads.com', 'www.threads.net', 'THREADS.NET', 'www.threads.com:443'];
  const forms = hosts.flatMap((host) => [
    `https://${host}${own}`,
    `look: https://${host}${own}?xmt=AQ&slof=1#x!`,
    `https://${host}/t/${code}`,
  ]);
  for (const text of forms) {
    const answer = await fetch(`${edge.origin}/functions/v1/extract-threads-media`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: text }),
    });
    expect(await answer.json(), text).toMatchObject({ success: true, post: { code } });
  }
  const pages = threads.requests.filter(({ host }) => host !== 'media').map((request) => request.path);
  expect(pages.length).toBeGreaterThan(0);
  for (const asked of pages) expect(asked).toMatch(new RegExp(`^/(?:@[\\w.]+/post/${code}|.*${code})`));
});

test('no media address but those of the allowed hosts is judged fit, whatever it looks like', () => {
  const judge = createMediaHostRule(['cdninstagram.com', 'fbcdn.net', 'giphy.com'], false);
  const fit = /^https:\/\/(?:[a-z\d_-]+\.)*(?:cdninstagram\.com|fbcdn\.net|giphy\.com)\//;
  fc.assert(
    fc.property(media, (text) => {
      const address = text.replaceAll('{P}', '4750');
      const judged = judge(address);
      // Signs that address parsers read as plain letters lead where the plain letters lead.
      if (judged) expect([address, judged.url.href]).toEqual([address, expect.stringMatching(fit)]);
      if (judged) expect(judged.url.username + judged.url.password + judged.url.port).toBe('');
    }),
    { numRuns: stressRuns(1_000, 100_000) },
  );
});

test('a valid seal is no excuse for a bad host, nor is a redirect', { timeout: 600_000 }, async () => {
  await using canary = await startCanary();
  await using upstream = await startFaultUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const sealer = createSealer('a secret of at least thirty-two bytes', 'media-ticket');
  const ticket = { name: 'a', format: 'MP4', purpose: 'attachment', expiresAt: Date.now() + 60_000 };
  const item = { postUrl: 'https://www.threads.com/@a/post/b', itemId: '1', format: 'MP4', part: 'file' };
  const bad = sample(media, 120, 3_000).map(canary.at);
  for (const url of bad) {
    const answer = await relay.get(`/media/${sealer.seal({ ...ticket, item, url })}`);
    expect([url, answer.body.toString()]).toEqual([url, 'ticket.invalid']);
  }
  // What no header may hold is no Location either.
  const isElsewhere = (text: string) =>
    URL.parse(text, `${upstream.origin}/away`)?.origin !== upstream.origin;
  for (const location of bad.filter((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && isElsewhere(text))) {
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

test('a Threads page that sends elsewhere is not followed', () => {
  const origin = 'https://www.threads.com';
  const elsewhere = fc.oneof(
    links,
    otherScheme.map((scheme) => `${scheme}evil.example${path}`),
  );
  fc.assert(
    fc.property(elsewhere, (text) => {
      const judged = judgeLocation(text.replaceAll('{P}', '4750'), `${origin}${path}`, origin);
      if (judged.kind === 'link') expect(judged.address.startsWith(`${origin}/`)).toBe(true);
    }),
    { numRuns: stressRuns(1_000, 100_000) },
  );
});

test('any text at all is judged at once, and none of it leads elsewhere', () => {
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
  const judge = createMediaHostRule(['cdninstagram.com'], false);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
      const text = pieces.join('');
      const begun = performance.now();
      findPostLink(text);
      const judged = judge(text);
      expect(performance.now() - begun).toBeLessThan(1_000);
      if (judged) expect(judged.url.hostname).toMatch(/(?:^|\.)cdninstagram\.com$/);
    }),
    { numRuns: stressRuns(600, 50_000) },
  );
});
