import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { downloadResumes } from '../contract.ts';
import { downloadFile, type FileDownload } from './download-file.ts';

const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 31) % 251));

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A media address whose answers come in the order given; the last one repeats. */
async function startMedia(...answers: Answer[]) {
  const requests: { url: string | undefined; range: string | undefined; ifRange: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const { url, headers } = request;
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push({ url, range: headers.range, ifRange: headers['if-range']?.toString() });
    answer?.(request, response);
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

const whole: Answer = (_request, response) => {
  response.writeHead(200, {
    'content-length': bytes.length,
    etag: '"one"',
    'content-type': 'video/mp4',
    'content-disposition': 'attachment; filename="threads.mp4"',
  });
  response.end(bytes);
};

/** Sends the first bytes and then breaks the connection. */
const cutAfter =
  (count: number, etag = '"one"'): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length, etag });
    response.write(bytes.subarray(0, count), () => setImmediate(() => response.destroy()));
  };

const rest: Answer = (request, response) => {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1]);
  response.writeHead(206, {
    'content-length': bytes.length - from,
    'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    etag: '"one"',
  });
  response.end(bytes.subarray(from));
};

const refuse =
  (status: number, code: string): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code }));
  };

function options(url: string, overrides: Partial<FileDownload> = {}): FileDownload {
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

async function expectWhole(result: Awaited<ReturnType<typeof downloadFile>>) {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`);
  expect(Buffer.from(await result.value.blob.arrayBuffer()).equals(bytes)).toBe(true);
  return result.value;
}

test('a file arrives whole, with its format and its progress', async () => {
  await using media = await startMedia(whole);
  const progress: [number, number | null][] = [];
  const result = await downloadFile(options(media.url, { onProgress: (...step) => progress.push(step) }));
  expect(await expectWhole(result)).toMatchObject({ format: 'MP4' });
  expect(progress.at(0)).toEqual([0, bytes.length]);
  expect(progress.at(-1)).toEqual([bytes.length, bytes.length]);
});

test('a broken transfer goes on where it broke, and only on the same file', async () => {
  await using media = await startMedia(cutAfter(60_000), rest);
  const received: number[] = [];
  await expectWhole(await downloadFile(options(media.url, { onProgress: (count) => received.push(count) })));
  const resumed = media.requests[1];
  expect(resumed?.ifRange).toBe('"one"');
  const from = Number(/^bytes=(\d+)-$/.exec(resumed?.range ?? '')?.[1]);
  expect(from).toBeGreaterThan(0);
  expect(from).toBeLessThanOrEqual(60_000);
  expect(received).toContain(from);
});

test('a file that changed meanwhile is fetched anew', async () => {
  await using media = await startMedia(cutAfter(60_000, '"old"'), whole);
  await expectWhole(await downloadFile(options(media.url)));
  expect(media.requests).toHaveLength(2);
});

test('a file without an ETag is fetched anew, never pieced together', async () => {
  const noEtag: Answer = (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, 50_000), () => setImmediate(() => response.destroy()));
  };
  await using media = await startMedia(noEtag, whole);
  await expectWhole(await downloadFile(options(media.url)));
  expect(media.requests[1]?.range).toBeUndefined();
});

test('a connection that keeps breaking fails after its resumes, each after a longer pause', async () => {
  await using media = await startMedia(cutAfter(10));
  const pauses: number[] = [];
  const result = await downloadFile(
    options(media.url, {
      pause: async (milliseconds) => {
        pauses.push(milliseconds);
      },
    }),
  );
  expect(result).toMatchObject({ ok: false, error: { code: 'broken' } });
  expect(media.requests).toHaveLength(1 + downloadResumes);
  expect(pauses).toEqual([500, 1000, 2000]);
});

test('a connection that breaks again and again arrives whole as long as it gets on', async () => {
  const long = Buffer.alloc(1_000_000, 7);
  const some: Answer = (request, response) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': long.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${long.length - 1}/${long.length}` }),
      etag: '"one"',
    });
    const isLast = from + 150_000 >= long.length;
    response.write(long.subarray(from, from + 150_000), () => {
      if (isLast) response.end();
      else setImmediate(() => response.destroy());
    });
  };
  await using media = await startMedia(some);
  const result = await downloadFile(options(media.url));
  expect(media.requests.length).toBeGreaterThan(1 + downloadResumes);
  expect(result.ok && result.value.blob.size).toBe(long.length);
});

test('a server that has too much to do when a transfer goes on is asked again when it says', async () => {
  const busy: Answer = (_request, response) => response.writeHead(503, { 'retry-after': '7' }).end();
  await using media = await startMedia(cutAfter(60_000), busy, rest);
  const pauses: number[] = [];
  await expectWhole(
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

test('a part that does not fit is refused', async () => {
  const misplaced: Answer = (_request, response) => {
    response.writeHead(206, { 'content-range': `bytes 0-9/${bytes.length}`, 'content-length': 10 });
    response.end(bytes.subarray(0, 10));
  };
  await using media = await startMedia(cutAfter(60_000), misplaced);
  expect(await downloadFile(options(media.url))).toMatchObject({
    ok: false,
    error: { code: 'refused', reason: 'media.range' },
  });
});

test('an expired address is renewed once, and the file still arrives', async () => {
  await using media = await startMedia(refuse(410, 'ticket.expired'), whole);
  let renewals = 0;
  const result = await downloadFile(
    options(media.url, {
      renewUrl: async () => {
        renewals += 1;
        return `${media.url}?renewed`;
      },
    }),
  );
  await expectWhole(result);
  expect(renewals).toBe(1);
  expect(media.requests.map(({ url }) => url)).toEqual(['/file', '/file?renewed']);
});

test('an address that stays expired fails as expired', async () => {
  await using media = await startMedia(refuse(410, 'ticket.expired'));
  const result = await downloadFile(options(media.url, { renewUrl: async () => media.url }));
  expect(result).toEqual({ ok: false, error: { code: 'refused', reason: 'ticket.expired', sentence: null } });
  expect(media.requests).toHaveLength(2);
});

test('a refusal keeps its code; an unknown one has none', async () => {
  await using gone = await startMedia(refuse(404, 'media.gone'));
  await using odd = await startMedia(refuse(502, 'whatever'));
  expect(await downloadFile(options(gone.url))).toEqual({
    ok: false,
    error: { code: 'refused', reason: 'media.gone', sentence: null },
  });
  expect(await downloadFile(options(odd.url))).toEqual({
    ok: false,
    error: { code: 'refused', reason: null, sentence: null },
  });
});

test('an empty file is no success', async () => {
  await using media = await startMedia((_request, response) =>
    response.writeHead(200, { 'content-length': 0 }).end(),
  );
  expect(await downloadFile(options(media.url))).toEqual({ ok: false, error: { code: 'no_data' } });
});

test('a file over the limit is left to the browser before its bytes are read', async () => {
  await using media = await startMedia(whole);
  const received: number[] = [];
  const result = await downloadFile(
    options(media.url, { limitBytes: bytes.length - 1, onProgress: (count) => received.push(count) }),
  );
  expect(result).toEqual({ ok: false, error: { code: 'too_large' } });
  expect(received).toEqual([]);
});

test('a cancelled download says so and asks for nothing more', async () => {
  await using media = await startMedia(whole);
  const controller = new AbortController();
  const result = await downloadFile(
    options(media.url, { signal: controller.signal, onProgress: () => controller.abort() }),
  );
  expect(result).toEqual({ ok: false, error: { code: 'cancelled' } });
  expect(media.requests).toHaveLength(1);
});
