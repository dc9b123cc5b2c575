import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { buildQuality } from '#test/support/build-quality.ts';
import { englishTranslator } from '#test/support/english-translator.ts';
import type { ExtractionProblem } from '../post-state.ts';
import { extractMedia } from './extract-media.ts';

interface RecordedRequest {
  path: string | undefined;
  method: string | undefined;
  language: string | undefined;
  body: string;
}

/** A functions endpoint that responds with `reply` and records its requests. */
async function startFunctions(reply: (response: ServerResponse) => void) {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { url: path, method, headers } = request;
    requests.push({ path, method, language: headers['accept-language'], body });
    reply(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function json(status: number, value: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
}

const extract = (origin: string, link = ' https://threads.com/@a/post/C1 ') =>
  extractMedia(englishTranslator, origin, link, new AbortController().signal);

const problem = (text: string, rest: Partial<ExtractionProblem> = {}) => ({
  ok: false,
  error: { text, post: null, ...rest },
});

test('the request has the trimmed link and the page language', async () => {
  const quality = buildQuality();
  await using functions = await startFunctions(json(200, { success: true, qualities: [quality] }));
  expect(await extract(functions.origin)).toEqual({ ok: true, value: { qualities: [quality], post: null } });
  expect(functions.requests).toEqual([
    {
      path: '/functions/v1/extract-threads-media',
      method: 'POST',
      language: 'en',
      body: JSON.stringify({ url: 'https://threads.com/@a/post/C1' }),
    },
  ]);
});

const post = {
  code: 'C1',
  url: 'https://www.threads.com/@a/post/C1',
  author: { username: 'a', name: 'A' },
  text: '',
  publishedAt: '2026-01-01T00:00:00Z',
};

test('a server message is returned unchanged with the post', async () => {
  await using functions = await startFunctions(json(200, { success: false, error: 'Server words.', post }));
  expect(await extract(functions.origin)).toEqual(problem('Server words.', { post, openUrl: post.url }));
});

test.each([
  [
    'post.sign_in',
    undefined,
    'See https://l.threads.com/?u=https%3A%2F%2Fthreads.net%2F%40a%2Fpost%2FDAbcdefgh01',
    'https://www.threads.com/@a/post/DAbcdefgh01',
  ],
  ['post.sign_in', undefined, 'DAbcdefgh01', 'https://www.threads.com/@_/post/DAbcdefgh01'],
  ['post.expired', post, post.url, undefined],
])('%s: the post can be opened on Threads if it may be seen there', async (code, post, link, openUrl) => {
  await using functions = await startFunctions(json(200, { success: false, error: 'x', code, post }));
  const response = await extract(functions.origin, link);
  expect(response.ok || response.error.openUrl).toBe(openUrl);
});

test('an empty response says that the post has no media', async () => {
  await using functions = await startFunctions(json(200, { success: true, qualities: [] }));
  expect(await extract(functions.origin)).toEqual(
    problem('No downloadable media found in this Threads post.'),
  );
});

test('an error code without a message gets one on the client', async () => {
  await using functions = await startFunctions(
    json(200, { success: false, code: 'upstream.busy', retryAfter: 1 }),
  );
  expect(await extract(functions.origin)).toEqual(
    problem('Threads is refusing requests right now. Try again in 1 second.', {
      retryAfterSeconds: 1,
    }),
  );
});

test('the message of an error response is returned unchanged', async () => {
  await using functions = await startFunctions(json(429, { success: false, error: 'Wait 30 seconds.' }));
  expect(await extract(functions.origin)).toEqual(problem('Wait 30 seconds.'));
});

test('a limit of this server is not a limit of Threads', async () => {
  await using limited = await startFunctions(json(429, {}, { 'retry-after': '30' }));
  expect(await extract(limited.origin)).toMatchObject({ error: { isRateLimited: true } });
  await using busy = await startFunctions(
    json(200, { success: false, code: 'upstream.busy', retryAfter: 30 }),
  );
  const response = await extract(busy.origin);
  expect(response.ok || response.error.isRateLimited).toBeUndefined();
});

test('only an error that may pass has a time for the next try', async () => {
  const cases: [number, unknown, Record<string, string>, number | undefined][] = [
    [200, { success: false, code: 'upstream.busy' }, {}, 0],
    [200, { success: false, code: 'upstream.timeout' }, {}, 0],
    [200, { success: false, code: 'upstream.unreachable', retryAfter: 4 }, {}, 4],
    [200, { success: false, code: 'post.gone', retryAfter: 4 }, {}, undefined],
    [429, {}, { 'retry-after': '30' }, 30],
    [503, {}, { 'retry-after': '2' }, 2],
    [503, {}, { 'retry-after': 'soon' }, undefined],
    [500, {}, { 'retry-after': '30' }, undefined],
  ];
  for (const [status, body, headers, seconds] of cases) {
    await using functions = await startFunctions(json(status, body, headers));
    const response = await extract(functions.origin);
    expect(response.ok || response.error.retryAfterSeconds, JSON.stringify(body)).toBe(seconds);
  }
});

test('a bare error response, a relay error and a network error have their own messages', async () => {
  const failed = 'Unable to extract media from this Threads post:';
  await using refusing = await startFunctions((response) => response.writeHead(500).end('oops'));
  expect(await extract(refusing.origin)).toEqual(
    problem(`${failed} Edge Function returned a non-2xx status code`),
  );
  await using relay = await startFunctions(json(200, {}, { 'x-relay-error': 'true' }));
  expect(await extract(relay.origin)).toEqual(problem(`${failed} Relay Error invoking the Edge Function`));
  await using silent = await startFunctions((response) => response.destroy());
  expect(await extract(silent.origin)).toEqual({
    ok: false,
    error: {
      text: `${failed} Failed to send a request to the Edge Function`,
      advice: 'You seem to be offline. Check your connection and try again.',
      post: null,
      retryAfterSeconds: 0,
    },
  });
});

test('a response of another shape is an error', async () => {
  for (const value of [null, [], { success: 'yes' }, { success: true }, { success: true, qualities: 'x' }]) {
    await using functions = await startFunctions(json(200, value));
    const { ok } = await extract(functions.origin);
    expect(ok, JSON.stringify(value)).toBe(false);
  }
});
