import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { type MediaErrorCode, mediaErrorCodes, type Ticket } from '#media/contract.ts';
import { createFileOpener, defaultLimits } from '#media/open-file.ts';
import { createEntityTagger } from '#media/range.ts';
import { createMediaUrlValidator, createUpstreamClient } from '#media/upstream-client.ts';
import { createSafeLookup } from '#platform/fetch/fetch-policy.ts';
import { buildFile, type Scene, startFaultyUpstream } from '#test/support/faulty-media-upstream.ts';
import { extractionErrorCodes } from '#threads/contract.ts';
import { type DownloadSink, downloadToSink } from './download-file.ts';
import { type CliError, formatCliError, toExitCode } from './errors.ts';
import { createStreamSink } from './stream-sink.ts';

const file = buildFile('mp4', 50_000);
const half = file.length / 2;
const head = { 'content-type': 'video/mp4', etag: '"one"' };

/** Sends half of the file; `resume` responds to the range request for the rest. */
const cutAndResume =
  (resume: Scene): Scene =>
  (request, response) => {
    if (request.headers.range !== undefined) return resume(request, response);
    response.writeHead(200, { ...head, 'content-length': file.length });
    response.write(file.subarray(0, half), () => response.destroy());
  };

const errorCases: [name: string, code: MediaErrorCode, scene: Scene, sentence: RegExp][] = [
  [
    'no longer there',
    'media.gone',
    (_request, response) => void response.writeHead(404).end(),
    /no longer on Threads/,
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
    cutAndResume((_request, response) => void response.writeHead(416).end()),
    /wrong part of the file/,
  ],
  [
    'longer than it was said to be',
    'media.too_large',
    cutAndResume((_request, response) => {
      response.writeHead(206, {
        ...head,
        'content-range': `bytes ${half}-${file.length - 1}/${file.length}`,
      });
      // Without a length: Node would truncate the body.
      response.write(file.subarray(half));
      response.end(Buffer.alloc(1000));
    }),
    /larger than/,
  ],
];

const createTicket = (url: string): Ticket => ({
  url,
  name: '',
  format: 'MP4',
  purpose: 'attachment',
  expiresAt: 0,
  item: { postUrl: 'https://www.threads.com/@a/post/b', itemId: '1', format: 'MP4', part: 'file' },
});

/** Downloads from a host with this scene. Pauses take no time. */
async function download(scene: Scene, sink: DownloadSink, silenceMs = 15_000) {
  await using host = await startFaultyUpstream();
  const { requestUpstream, close } = createUpstreamClient(createSafeLookup());
  onTestFinished(close);
  const pauses: number[] = [];
  const openFile = createFileOpener({
    requestUpstream,
    validateUrl: createMediaUrlValidator([host.host], true),
    now: Date.now,
    limits: { ...defaultLimits, firstByteMs: silenceMs },
    renewMediaUrl: async () => null,
    tagger: createEntityTagger(Buffer.alloc(32)),
  });
  const result = await downloadToSink(createTicket(host.on('/a', scene)), sink, {
    openFile,
    idleMs: silenceMs,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    pause: async (ms) => void pauses.push(ms),
  });
  return { result, pauses };
}

test.each(errorCases)('reports a file that is %s as %s', async (_name, code, scene, sentence) => {
  // Only the timeout cases use a short limit: a busy machine can be silent for a while too.
  const silenceMs = code === 'media.timeout' ? 100 : 15_000;
  const { result } = await download(scene, createStreamSink(new PassThrough().resume()), silenceMs);
  expect(result).toEqual({ ok: false, error: { code } });
  expect(toExitCode({ code })).toBe(7);
  expect(formatCliError({ code })).toMatch(sentence);
});

function memorySink() {
  let [bytes, starts] = [0, 0];
  let metadata: ReturnType<DownloadSink['metadata']> = null;
  const sink: DownloadSink = {
    bytes: () => bytes,
    metadata: () => (bytes > 0 ? metadata : null),
    async start(next) {
      [bytes, metadata, starts] = [0, next, starts + 1];
      return true;
    },
    async append(chunk) {
      bytes += chunk.length;
    },
  };
  return { sink, starts: () => starts };
}

test.each([
  ['no validator', () => ({})],
  ['another validator each time', (count: number) => ({ etag: `"${count}"` })],
])('gives up on a host with %s that cuts each response a little later', async (_, validator) => {
  const fileBytes = buildFile('mp4', 1_000_000);
  let count = 0;
  const { sink, starts } = memorySink();
  const { result } = await download((_request, response) => {
    count += 1;
    response.writeHead(200, {
      ...validator(count),
      'content-type': 'video/mp4',
      'content-length': fileBytes.length,
    });
    response.write(fileBytes.subarray(0, count * 40_000), () => response.destroy());
  }, sink);
  expect(result).toEqual({ ok: false, error: { code: 'media.unreachable' } });
  expect(count).toBeLessThanOrEqual(6);
  expect(starts()).toBeLessThanOrEqual(5);
});

test('resumes after a pause until the file is complete if the host cuts every response', async () => {
  const fileBytes = buildFile('mp4', 200_000);
  const { sink, starts } = memorySink();
  const { result, pauses } = await download((request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      ...head,
      'content-length': fileBytes.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${fileBytes.length - 1}/${fileBytes.length}` }),
    });
    response.write(fileBytes.subarray(from, from + 40_000), () => response.destroy());
  }, sink);
  expect(result).toMatchObject({ ok: true, value: { bytes: fileBytes.length } });
  expect(starts()).toBe(1);
  expect(pauses).not.toEqual([]);
});

test.each([...extractionErrorCodes, ...mediaErrorCodes])('%s has an exit code and a message', (code) => {
  const exits: Record<string, number[]> = { link: [3], post: [4, 5], upstream: [6] };
  expect(exits[code.split('.')[0] ?? ''] ?? [7]).toContain(toExitCode({ code } satisfies CliError));
  expect(formatCliError({ code })).toMatch(/^[A-Z].{10,}\.$/s);
});

test('a full disk has its own exit code, and the message of a busy host says how long to wait', () => {
  expect(toExitCode({ code: 'disk.full' })).toBe(8);
  expect(formatCliError({ code: 'upstream.busy', retryAfterSeconds: 30 })).toContain('30');
});
