import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createMediaHostRule } from '#media/allowed-media-host.ts';
import { type MediaErrorCode, mediaErrorCodes, type Ticket } from '#media/contract.ts';
import { createEntityTagger } from '#media/entity-tag.ts';
import { defaultLimits } from '#media/limits.ts';
import { createFileOpener } from '#media/open-file.ts';
import { createUpstreamRequester } from '#media/request-upstream.ts';
import { createJudgingLookup } from '#platform/safe-fetch-lookup.ts';
import { buildFile, type Scene, startFaultUpstream } from '#test/support/fault-media-upstream.ts';
import { extractionErrorCodes } from '#threads/contract.ts';
import { exitOf, type Failure } from './exit-codes.ts';
import { pipeSink } from './pipe-file.ts';
import { type Sink, transferFile } from './transfer-file.ts';
import { wordFailure } from './word-failure.ts';

const file = buildFile('mp4', 50_000);
const half = file.length / 2;
const head = { 'content-type': 'video/mp4', etag: '"one"' };

/** Half of the file, then whatever the rest of it is asked for with. */
const cutThen =
  (rest: Scene): Scene =>
  (request, response) => {
    if (request.headers.range !== undefined) return rest(request, response);
    response.writeHead(200, { ...head, 'content-length': file.length });
    response.write(file.subarray(0, half), () => response.destroy());
  };

const faults: [name: string, code: MediaErrorCode, scene: Scene, sentence: RegExp][] = [
  [
    'no longer there',
    'media.gone',
    (_request, response) => void response.writeHead(404).end(),
    /no longer holds/,
  ],
  [
    'not given right now',
    'media.busy',
    (_request, response) => void response.writeHead(429).end(),
    /in a minute/,
  ],
  ['not begun in time', 'media.timeout', () => undefined, /\S+ \S+ \S+/],
  [
    'silent in its middle',
    'media.timeout',
    (request, response) => {
      if (request.headers.range === undefined) {
        response.writeHead(200, { ...head, 'content-length': file.length });
        response.write(file.subarray(0, half));
      }
    },
    /\S+ \S+ \S+/,
  ],
  [
    'at its end before its end',
    'media.range',
    cutThen((_request, response) => void response.writeHead(416).end()),
    /another part of the file/,
  ],
  [
    'longer than it was said to be',
    'media.too_large',
    cutThen((_request, response) => {
      response.writeHead(206, {
        ...head,
        'content-range': `bytes ${half}-${file.length - 1}/${file.length}`,
      });
      // Without a length, or Node itself would cut it.
      response.write(file.subarray(half));
      response.end(Buffer.alloc(1000));
    }),
    /larger than/,
  ],
];

const openerOf = (
  host: string,
  { requestUpstream }: ReturnType<typeof createUpstreamRequester>,
  firstByteMs = 300,
) =>
  createFileOpener({
    ...{ requestUpstream, judge: createMediaHostRule([host], true), now: Date.now },
    limits: { ...defaultLimits, firstByteMs },
    renew: async () => null,
    tagger: createEntityTagger(Buffer.alloc(32)),
  });

const ticketOf = (url: string): Ticket => ({
  ...{ url, name: '', format: 'MP4', purpose: 'attachment', expiresAt: 0 },
  item: { postUrl: 'https://www.threads.com/@a/post/b', itemId: '1', format: 'MP4', part: 'file' },
});

test.each(faults)('a file that is %s ends as %s', async (_name, code, scene, sentence) => {
  await using host = await startFaultUpstream();
  const upstream = createUpstreamRequester(createJudgingLookup());
  onTestFinished(() => upstream.close());
  // Only where silence is the fault may it end a try soon: a busy machine is silent for a while too.
  const silenceMs = code === 'media.timeout' ? 100 : 300;
  const openFile = openerOf(host.host, upstream, silenceMs);
  const moved = await transferFile(ticketOf(host.on('/a', scene)), pipeSink(new PassThrough().resume()), {
    ...{ openFile, idleMs: silenceMs, pauseMs: 1, signal: new AbortController().signal },
    onProgress: () => undefined,
  });
  expect(moved).toEqual({ ok: false, error: { code } });
  expect(exitOf({ code })).toBe(7);
  expect(wordFailure({ code })).toMatch(sentence);
});

/** A file that can be begun anew, and how often it was. */
function memorySink() {
  let [bytes, beginnings] = [0, 0];
  let note: ReturnType<Sink['note']> = null;
  const sink: Sink = {
    bytes: () => bytes,
    note: () => (bytes > 0 ? note : null),
    async begin(begun) {
      [bytes, note, beginnings] = [0, begun, beginnings + 1];
      return true;
    },
    async append(chunk) {
      bytes += chunk.length;
    },
  };
  return { sink, beginnings: () => beginnings };
}

test.each([
  ['no validator', () => ({})],
  ['another validator each time', (count: number) => ({ etag: `"${count}"` })],
])('a host with %s that always cuts a little later is not asked for ever', async (_, validator) => {
  await using host = await startFaultUpstream();
  const upstream = createUpstreamRequester(createJudgingLookup());
  onTestFinished(() => upstream.close());
  const whole = buildFile('mp4', 1_000_000);
  let count = 0;
  const scene: Scene = (_request, response) => {
    count += 1;
    response.writeHead(200, {
      ...validator(count),
      'content-type': 'video/mp4',
      'content-length': whole.length,
    });
    response.write(whole.subarray(0, count * 40_000), () => response.destroy());
  };
  const { sink, beginnings } = memorySink();
  const moved = await transferFile(ticketOf(host.on('/a', scene)), sink, {
    ...{ openFile: openerOf(host.host, upstream), idleMs: 300, pauseMs: 1 },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(moved).toEqual({ ok: false, error: { code: 'media.unreachable' } });
  expect(count).toBeLessThanOrEqual(6);
  expect(beginnings()).toBeLessThanOrEqual(5);
});

test('a host that cuts and can go on is asked until the file is whole', async () => {
  await using host = await startFaultUpstream();
  const upstream = createUpstreamRequester(createJudgingLookup());
  onTestFinished(() => upstream.close());
  const whole = buildFile('mp4', 200_000);
  const scene: Scene = (request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      ...{ ...head, 'content-length': whole.length - from },
      ...(from > 0 && { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` }),
    });
    response.write(whole.subarray(from, from + 40_000), () => response.destroy());
  };
  const { sink, beginnings } = memorySink();
  const moved = await transferFile(ticketOf(host.on('/a', scene)), sink, {
    ...{ openFile: openerOf(host.host, upstream), idleMs: 300, pauseMs: 1 },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(moved).toMatchObject({ ok: true, value: { bytes: whole.length } });
  expect(beginnings()).toBe(1);
});

test.each([...extractionErrorCodes, ...mediaErrorCodes])('%s has an exit code and a sentence', (code) => {
  const exits: Record<string, number[]> = { link: [3], post: [4, 5], upstream: [6] };
  expect(exits[code.split('.')[0] ?? ''] ?? [7]).toContain(exitOf({ code } satisfies Failure));
  expect(wordFailure({ code })).toMatch(/^\p{Lu}.* .*\.$/su);
});
