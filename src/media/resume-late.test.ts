import { request } from 'node:http';
import { expect, test } from 'vitest';
import { buildFile, serveFile, startFaultUpstream } from '#test/support/fault-media-upstream.ts';
import { startArchiveRelay } from '#test/support/start-archive-relay.ts';
import { sha256, startMediaRelay } from '#test/support/start-media-relay.ts';
import { resumableMs, ticketLifetimeMs } from './contract.ts';

const file = buildFile('mp4', 3_000_000);
const minute = 60_000;

/** A visitor whose connection breaks after so many bytes: what came, and by what validator the rest is asked for. */
function breakOff(url: string, bytes: number): Promise<{ beginning: Buffer; etag: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      let length = 0;
      answer.on('error', () => undefined);
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length < bytes) return;
        asked.destroy();
        resolve({ beginning: Buffer.concat(chunks).subarray(0, bytes), etag: String(answer.headers.etag) });
      });
    });
    asked.on('error', reject).end();
  });
}

async function startLate() {
  const clock = { now: 1_000_000_000 };
  const upstream = await startFaultUpstream();
  const address = upstream.on('/a', serveFile(file, 'video/mp4'));
  let fresh: string | null = null;
  const relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    now: () => clock.now,
    renew: async () => fresh,
  });
  return {
    ...{ clock, upstream, relay, url: relay.ticketFor(address) },
    renewTo(url: string) {
      fresh = url;
    },
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

const rest = (from: number, etag: string) => ({ range: `bytes=${from}-`, 'if-range': etag });

test('a file that breaks off in minute 20 goes on at its old address, hours later, and is the same by its hash', async () => {
  await using scene = await startLate();
  const { clock, relay, url } = scene;
  const { beginning, etag } = await breakOff(relay.origin + url, 1_200_000);
  for (const later of [20 * minute, 60 * minute, resumableMs - 1]) {
    clock.now = 1_000_000_000 + later;
    const answer = await relay.get(url, rest(beginning.length, etag));
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes 1200000-2999999/${file.length}`);
    expect(sha256(Buffer.concat([beginning, answer.body]))).toBe(sha256(file));
  }
  clock.now = 1_000_000_000 + resumableMs;
  expect(String((await relay.get(url, rest(beginning.length, etag))).body)).toBe('ticket.expired');
});

test('where the media host no longer knows the address either, the rest comes from a fresh one', async () => {
  await using scene = await startLate();
  const { clock, relay, upstream, url } = scene;
  const { beginning, etag } = await breakOff(relay.origin + url, 1_200_000);
  const good = serveFile(file, 'video/mp4');
  upstream.on('/a', (asked, answer) =>
    asked.url?.endsWith('oh=new') ? good(asked, answer) : void answer.writeHead(403).end(),
  );
  scene.renewTo(`${upstream.origin}/a?oh=new`);
  clock.now += 33 * minute;
  const answer = await relay.get(url, rest(beginning.length, etag));
  expect(sha256(Buffer.concat([beginning, answer.body]))).toBe(sha256(file));
});

test('whatever is not the rest of that very file is refused as before, and mostly before anyone is asked', async () => {
  await using scene = await startLate();
  const { clock, relay, upstream, url } = scene;
  const { etag } = await breakOff(relay.origin + url, 100_000);
  const other = await relay.get(relay.ticketFor(upstream.on('/b', serveFile(file, 'video/mp4'))));
  clock.now += ticketLifetimeMs;
  const asked = upstream.requests.length;
  const refused: [string, Record<string, string>, string?][] = [
    ['plainly', {}],
    ['by a part alone', { range: 'bytes=5-' }],
    ['from its beginning', rest(0, etag)],
    ['from its end', { range: 'bytes=-5', 'if-range': etag }],
    ['in two parts', { range: 'bytes=5-9,11-', 'if-range': etag }],
    ['by no range', { range: 'x', 'if-range': etag }],
    ['with the validator of another file', rest(5, String(other.headers.etag))],
    ['with one that was made up', rest(5, `"${'A'.repeat(22)}-1sar"`)],
    ['with a weak one', rest(5, `W/${etag}`)],
    ['with several', rest(5, `${etag}, "x"`)],
    ['with a date', rest(5, 'Thu, 01 Jan 2026 00:00:00 GMT')],
    ['for its head', rest(5, etag), 'HEAD'],
  ];
  for (const [how, headers, method] of refused) {
    const answer = await relay.get(url, headers, method);
    expect([answer.status, relay.refusals.at(-1)?.code], how).toEqual([599, 'ticket.expired']);
  }
  expect(upstream.requests.length).toBe(asked);
  const converted = await relay.get(`${url}?as=jpg`, rest(5, etag));
  expect(String(converted.body)).toBe('ticket.expired');
  for (const [how, headers] of [
    ['of another length', rest(5, `${etag.slice(0, 24)}zz"`)],
    ['behind its end', rest(file.length, etag)],
  ] as const) {
    expect(String((await relay.get(url, headers)).body), how).toBe('ticket.expired');
  }
  upstream.on('/a', serveFile(buildFile('mp4', 3_000_001), 'video/mp4'));
  expect(String((await relay.get(url, rest(5, etag))).body)).toBe('ticket.expired');
  upstream.on('/a', (_asked, answer) => {
    answer.writeHead(200, { 'content-type': 'video/mp4', 'content-length': file.length }).end(file);
  });
  expect(String((await relay.get(url, rest(5, etag))).body)).toBe('ticket.expired');
  expect((await relay.get(`/media/AAAA`, rest(5, etag))).status).toBe(599);
  expect(relay.refusals.at(-1)?.code).toBe('ticket.invalid');
});

test('a ZIP that breaks off in minute 20 goes on at its old address, and is the same by its hash', async () => {
  const clock = { now: 1_000_000_000 };
  await using post = await startArchiveRelay({ now: () => clock.now });
  const { relay, zipUrl } = post;
  const whole = await relay.get(`${zipUrl}?items=2,4,5`);
  const { beginning, etag } = await breakOff(`${relay.origin}${zipUrl}?items=2,4,5`, 1_200_000);
  clock.now += 33 * minute;
  const answer = await relay.get(`${zipUrl}?items=2,4,5`, rest(beginning.length, etag));
  expect(answer.status).toBe(206);
  expect(sha256(Buffer.concat([beginning, answer.body]))).toBe(sha256(whole.body));

  const codes: (string | undefined)[] = [];
  for (const [path, headers, method] of [
    [zipUrl, {}],
    [zipUrl, { range: 'bytes=5-' }],
    [`${zipUrl}?items=2,4,5`, rest(0, etag)],
    [zipUrl, rest(5, etag)],
    [`${zipUrl}?items=2,4,5`, rest(whole.body.length, etag)],
    [`${zipUrl}?items=2,4,5`, rest(5, etag), 'HEAD'],
  ] as [string, Record<string, string>, string?][]) {
    expect((await relay.get(path, headers, method)).status).toBe(599);
    codes.push(relay.refusals.at(-1)?.code);
  }
  expect(codes).toEqual(Array(6).fill('ticket.expired'));
  // Its author has changed it meanwhile: what is there is the beginning of something else.
  post.post.text = 'Edited.';
  await relay.get(`${zipUrl}?items=2,4,5`, rest(beginning.length, etag));
  expect(relay.refusals.at(-1)?.code).toBe('ticket.expired');
  clock.now = 1_000_000_000 + resumableMs;
  await relay.get(`${zipUrl}?items=2,4,5`, rest(beginning.length, etag));
  expect(relay.refusals.at(-1)?.code).toBe('ticket.expired');
});
