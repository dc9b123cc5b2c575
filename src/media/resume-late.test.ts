import { request } from 'node:http';
import { expect, test } from 'vitest';
import { buildFile, serveFile, startFaultyUpstream } from '#test/support/faulty-media-upstream.ts';
import { sha256, startMediaRelay } from '#test/support/start-media-relay.ts';
import { startZipRelay } from '#test/support/start-zip-relay.ts';
import { resumeWindowMs, ticketLifetimeMs } from './contract.ts';

const file = buildFile('mp4', 3_000_000);
const minute = 60_000;

/** A client whose connection breaks after `bytes`. Returns what it received, and the validator to resume with. */
function breakOff(url: string, bytes: number): Promise<{ beginning: Buffer; etag: string }> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { agent: false }, (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('error', () => undefined);
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length < bytes) return;
        clientRequest.destroy();
        resolve({ beginning: Buffer.concat(chunks).subarray(0, bytes), etag: String(response.headers.etag) });
      });
    });
    clientRequest.on('error', reject).end();
  });
}

async function startLate() {
  const clock = { now: 1_000_000_000 };
  const upstream = await startFaultyUpstream();
  const mediaUrl = upstream.on('/a', serveFile(file, 'video/mp4'));
  let fresh: string | null = null;
  const relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    now: () => clock.now,
    renewMediaUrl: async () => fresh,
  });
  return {
    clock,
    upstream,
    relay,
    url: relay.ticketFor(mediaUrl),
    renewTo(url: string) {
      fresh = url;
    },
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

const resumeHeaders = (from: number, etag: string) => ({ range: `bytes=${from}-`, 'if-range': etag });

test('a download interrupted in minute 20 resumes hours later with the same hash', async () => {
  await using scene = await startLate();
  const { clock, relay, url } = scene;
  const { beginning, etag } = await breakOff(relay.origin + url, 1_200_000);
  for (const elapsedMs of [20 * minute, 60 * minute, resumeWindowMs - 1]) {
    clock.now = 1_000_000_000 + elapsedMs;
    const response = await relay.get(url, resumeHeaders(beginning.length, etag));
    expect(response.status).toBe(206);
    expect(response.headers['content-range']).toBe(`bytes 1200000-2999999/${file.length}`);
    expect(sha256(Buffer.concat([beginning, response.body]))).toBe(sha256(file));
  }
  clock.now = 1_000_000_000 + resumeWindowMs;
  expect(String((await relay.get(url, resumeHeaders(beginning.length, etag))).body)).toBe('ticket.expired');
});

test('if the CDN URL has expired too, the resume uses a fresh one', async () => {
  await using scene = await startLate();
  const { clock, relay, upstream, url } = scene;
  const { beginning, etag } = await breakOff(relay.origin + url, 1_200_000);
  const good = serveFile(file, 'video/mp4');
  upstream.on('/a', (req, res) =>
    req.url?.endsWith('oh=new') ? good(req, res) : void res.writeHead(403).end(),
  );
  scene.renewTo(`${upstream.origin}/a?oh=new`);
  clock.now += 33 * minute;
  const response = await relay.get(url, resumeHeaders(beginning.length, etag));
  expect(sha256(Buffer.concat([beginning, response.body]))).toBe(sha256(file));
});

test('requests that do not resume the same file are rejected, mostly without upstream requests', async () => {
  await using scene = await startLate();
  const { clock, relay, upstream, url } = scene;
  const { etag } = await breakOff(relay.origin + url, 100_000);
  const other = await relay.get(relay.ticketFor(upstream.on('/b', serveFile(file, 'video/mp4'))));
  clock.now += ticketLifetimeMs;
  const requestCount = upstream.requests.length;
  const rejectedRequests: [string, Record<string, string>, string?][] = [
    ['plainly', {}],
    ['by a part alone', { range: 'bytes=5-' }],
    ['from its beginning', resumeHeaders(0, etag)],
    ['from its end', { range: 'bytes=-5', 'if-range': etag }],
    ['in two parts', { range: 'bytes=5-9,11-', 'if-range': etag }],
    ['by no range', { range: 'x', 'if-range': etag }],
    ['with the validator of another file', resumeHeaders(5, String(other.headers.etag))],
    ['with one that was made up', resumeHeaders(5, `"${'A'.repeat(22)}-1sar"`)],
    ['with a weak one', resumeHeaders(5, `W/${etag}`)],
    ['with several', resumeHeaders(5, `${etag}, "x"`)],
    ['with a date', resumeHeaders(5, 'Thu, 01 Jan 2026 00:00:00 GMT')],
    ['for its head', resumeHeaders(5, etag), 'HEAD'],
  ];
  for (const [how, headers, method] of rejectedRequests) {
    const response = await relay.get(url, headers, method);
    expect([response.status, relay.errors.at(-1)?.code], how).toEqual([599, 'ticket.expired']);
  }
  expect(upstream.requests.length).toBe(requestCount);
  const converted = await relay.get(`${url}?as=jpg`, resumeHeaders(5, etag));
  expect(String(converted.body)).toBe('ticket.expired');
  for (const [how, headers] of [
    ['of another length', resumeHeaders(5, `${etag.slice(0, 24)}zz"`)],
    ['behind its end', resumeHeaders(file.length, etag)],
  ] as const) {
    expect(String((await relay.get(url, headers)).body), how).toBe('ticket.expired');
  }
  upstream.on('/a', serveFile(buildFile('mp4', 3_000_001), 'video/mp4'));
  expect(String((await relay.get(url, resumeHeaders(5, etag))).body)).toBe('ticket.expired');
  upstream.on('/a', (_req, res) => {
    res.writeHead(200, { 'content-type': 'video/mp4', 'content-length': file.length }).end(file);
  });
  expect(String((await relay.get(url, resumeHeaders(5, etag))).body)).toBe('ticket.expired');
  expect((await relay.get(`/media/AAAA`, resumeHeaders(5, etag))).status).toBe(599);
  expect(relay.errors.at(-1)?.code).toBe('ticket.invalid');
});

test('a ZIP interrupted in minute 20 resumes at its old URL with the same hash', async () => {
  const clock = { now: 1_000_000_000 };
  await using post = await startZipRelay({ now: () => clock.now });
  const { relay, zipUrl } = post;
  const fullResponse = await relay.get(`${zipUrl}?items=2,4,5`);
  const { beginning, etag } = await breakOff(`${relay.origin}${zipUrl}?items=2,4,5`, 1_200_000);
  clock.now += 33 * minute;
  const response = await relay.get(`${zipUrl}?items=2,4,5`, resumeHeaders(beginning.length, etag));
  expect(response.status).toBe(206);
  expect(sha256(Buffer.concat([beginning, response.body]))).toBe(sha256(fullResponse.body));

  const codes: (string | undefined)[] = [];
  for (const [path, headers, method] of [
    [zipUrl, {}],
    [zipUrl, { range: 'bytes=5-' }],
    [`${zipUrl}?items=2,4,5`, resumeHeaders(0, etag)],
    [zipUrl, resumeHeaders(5, etag)],
    [`${zipUrl}?items=2,4,5`, resumeHeaders(fullResponse.body.length, etag)],
    [`${zipUrl}?items=2,4,5`, resumeHeaders(5, etag), 'HEAD'],
  ] as [string, Record<string, string>, string?][]) {
    expect((await relay.get(path, headers, method)).status).toBe(599);
    codes.push(relay.errors.at(-1)?.code);
  }
  expect(codes).toEqual(Array(6).fill('ticket.expired'));
  // The author has edited the post, so the client has the start of another ZIP.
  post.post.text = 'Edited.';
  await relay.get(`${zipUrl}?items=2,4,5`, resumeHeaders(beginning.length, etag));
  expect(relay.errors.at(-1)?.code).toBe('ticket.expired');
  clock.now = 1_000_000_000 + resumeWindowMs;
  await relay.get(`${zipUrl}?items=2,4,5`, resumeHeaders(beginning.length, etag));
  expect(relay.errors.at(-1)?.code).toBe('ticket.expired');
});
