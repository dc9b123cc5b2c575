import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { pageResumePolicy } from '#media/resume-contract.ts';
import { type DownloadFileOptions, downloadFile } from './download-file.ts';

const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 31) % 251));

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that runs `handlers` in turn; the last one repeats. */
async function startMedia(...handlers: RequestHandler[]) {
  const requests: { url: string | undefined; range: string | undefined; ifRange: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const { url, headers } = request;
    const handler = handlers[Math.min(requests.length, handlers.length - 1)];
    requests.push({ url, range: headers.range, ifRange: headers['if-range']?.toString() });
    handler?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    url: `http://127.0.0.1:${port}/file`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const sendWholeFile: RequestHandler = (_request, response) => {
  response.writeHead(200, {
    'content-length': bytes.length,
    etag: '"one"',
    'content-type': 'video/mp4',
    'content-disposition': 'attachment; filename="threads.mp4"',
  });
  response.end(bytes);
};

/** Sends the first `count` bytes, then drops the connection. */
const disconnectAfter =
  (count: number, etag = '"one"'): RequestHandler =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length, etag });
    response.write(bytes.subarray(0, count), () => setImmediate(() => response.destroy()));
  };

const sendRemainder: RequestHandler = (request, response) => {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1]);
  response.writeHead(206, {
    'content-length': bytes.length - from,
    'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    etag: '"one"',
  });
  response.end(bytes.subarray(from));
};

const sendError =
  (status: number, code: string): RequestHandler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code }));
  };

function options(url: string, overrides: Partial<DownloadFileOptions> = {}): DownloadFileOptions {
  return {
    url,
    fetch,
    signal: new AbortController().signal,
    limitBytes: 10_000_000,
    onProgress: () => undefined,
    renewUrl: async () => null,
    pause: async () => undefined,
    ...overrides,
  };
}

async function expectWholeFile(result: Awaited<ReturnType<typeof downloadFile>>) {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`);
  expect(Buffer.from(await result.value.blob.arrayBuffer()).equals(bytes)).toBe(true);
  return result.value;
}

test('a file downloads completely and reports its format and progress', async () => {
  await using media = await startMedia(sendWholeFile);
  const progress: [number, number | null][] = [];
  const result = await downloadFile(options(media.url, { onProgress: (...step) => progress.push(step) }));
  expect(await expectWholeFile(result)).toMatchObject({ format: 'MP4' });
  expect(progress.at(0)).toEqual([0, bytes.length]);
  expect(progress.at(-1)).toEqual([bytes.length, bytes.length]);
});

test('an interrupted transfer resumes with a range request for the same ETag', async () => {
  await using media = await startMedia(disconnectAfter(60_000), sendRemainder);
  const received: number[] = [];
  await expectWholeFile(
    await downloadFile(options(media.url, { onProgress: (count) => received.push(count) })),
  );
  const resumed = media.requests[1];
  expect(resumed?.ifRange).toBe('"one"');
  const from = Number(/^bytes=(\d+)-$/.exec(resumed?.range ?? '')?.[1]);
  expect(from).toBeGreaterThan(0);
  expect(from).toBeLessThanOrEqual(60_000);
  expect(received).toContain(from);
});

test('a file that changed in between is downloaded from the start', async () => {
  await using media = await startMedia(disconnectAfter(60_000, '"old"'), sendWholeFile);
  await expectWholeFile(await downloadFile(options(media.url)));
  expect(media.requests).toHaveLength(2);
});

test('a file without an ETag is never resumed', async () => {
  const noEtag: RequestHandler = (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, 50_000), () => setImmediate(() => response.destroy()));
  };
  await using media = await startMedia(noEtag, sendWholeFile);
  await expectWholeFile(await downloadFile(options(media.url)));
  expect(media.requests[1]?.range).toBeUndefined();
});

test('a connection that keeps dropping fails after the last resume, with growing pauses', async () => {
  await using media = await startMedia(disconnectAfter(10));
  const pauses: number[] = [];
  const result = await downloadFile(
    options(media.url, {
      pause: async (milliseconds) => {
        pauses.push(milliseconds);
      },
    }),
  );
  expect(result).toMatchObject({ ok: false, error: { code: 'broken' } });
  expect(media.requests).toHaveLength(1 + pageResumePolicy.pausesMs.length);
  expect(pauses).toEqual([500, 1000, 2000]);
});

test('a transfer that keeps dropping completes as long as each attempt makes progress', async () => {
  const largeFile = Buffer.alloc(1_000_000, 7);
  const sendPart: RequestHandler = (request, response) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': largeFile.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${largeFile.length - 1}/${largeFile.length}` }),
      etag: '"one"',
    });
    const isLast = from + 150_000 >= largeFile.length;
    response.write(largeFile.subarray(from, from + 150_000), () => {
      if (isLast) response.end();
      else setImmediate(() => response.destroy());
    });
  };
  await using media = await startMedia(sendPart);
  const result = await downloadFile(options(media.url));
  expect(media.requests.length).toBeGreaterThan(1 + pageResumePolicy.pausesMs.length);
  expect(result.ok && result.value.blob.size).toBe(largeFile.length);
});

test('a 503 during a resume is retried after its Retry-After', async () => {
  const busy: RequestHandler = (_request, response) => response.writeHead(503, { 'retry-after': '7' }).end();
  await using media = await startMedia(disconnectAfter(60_000), busy, sendRemainder);
  const pauses: number[] = [];
  await expectWholeFile(
    await downloadFile(
      options(media.url, {
        pause: async (milliseconds) => {
          pauses.push(milliseconds);
        },
      }),
    ),
  );
  expect(pauses).toEqual([500, 7_000]);
});

test('a range that does not match the request is rejected', async () => {
  const misplaced: RequestHandler = (_request, response) => {
    response.writeHead(206, { 'content-range': `bytes 0-9/${bytes.length}`, 'content-length': 10 });
    response.end(bytes.subarray(0, 10));
  };
  await using media = await startMedia(disconnectAfter(60_000), misplaced);
  expect(await downloadFile(options(media.url))).toMatchObject({
    ok: false,
    error: { code: 'refused', reason: 'media.range' },
  });
});

test('an expired URL is renewed once and the file downloads', async () => {
  await using media = await startMedia(sendError(410, 'ticket.expired'), sendWholeFile);
  let renewals = 0;
  const result = await downloadFile(
    options(media.url, {
      renewUrl: async () => {
        renewals += 1;
        return `${media.url}?renewed`;
      },
    }),
  );
  await expectWholeFile(result);
  expect(renewals).toBe(1);
  expect(media.requests.map(({ url }) => url)).toEqual(['/file', '/file?renewed']);
});

test('a URL that stays expired fails as expired', async () => {
  await using media = await startMedia(sendError(410, 'ticket.expired'));
  const result = await downloadFile(options(media.url, { renewUrl: async () => media.url }));
  expect(result).toEqual({ ok: false, error: { code: 'refused', reason: 'ticket.expired', message: null } });
  expect(media.requests).toHaveLength(2);
});

test('an error response keeps a known code and drops an unknown one', async () => {
  await using gone = await startMedia(sendError(404, 'media.gone'));
  await using odd = await startMedia(sendError(502, 'whatever'));
  expect(await downloadFile(options(gone.url))).toEqual({
    ok: false,
    error: { code: 'refused', reason: 'media.gone', message: null },
  });
  expect(await downloadFile(options(odd.url))).toEqual({
    ok: false,
    error: { code: 'refused', reason: null, message: null },
  });
});

test('an empty file is an error', async () => {
  await using media = await startMedia((_request, response) =>
    response.writeHead(200, { 'content-length': 0 }).end(),
  );
  expect(await downloadFile(options(media.url))).toEqual({ ok: false, error: { code: 'no_data' } });
});

test('a file over the limit fails before its body is read', async () => {
  await using media = await startMedia(sendWholeFile);
  const received: number[] = [];
  const result = await downloadFile(
    options(media.url, { limitBytes: bytes.length - 1, onProgress: (count) => received.push(count) }),
  );
  expect(result).toEqual({ ok: false, error: { code: 'too_large' } });
  expect(received).toEqual([]);
});

test('a cancelled download reports it and sends no further request', async () => {
  await using media = await startMedia(sendWholeFile);
  const controller = new AbortController();
  const result = await downloadFile(
    options(media.url, { signal: controller.signal, onProgress: () => controller.abort() }),
  );
  expect(result).toEqual({ ok: false, error: { code: 'cancelled' } });
  expect(media.requests).toHaveLength(1);
});
