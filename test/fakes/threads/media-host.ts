import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MediaFile } from './media-files.ts';
import type { UrlSigner } from './url-signer.ts';

const lastModified = 'Sat, 03 Oct 2026 09:30:00 GMT';
const chunkBytes = 64 * 1024;

export interface MediaHost {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Number of responses whose body is still being sent. */
  openResponses(): number;
}

type Span = { start: number; end: number };

/** Bytes beyond the declared length. */
const surplus = Buffer.alloc(1000);

/** Supports a single `bytes=` range; null means the whole file. */
function parseRange(header: string | undefined, total: number): Span | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Math.min(Number(to), total);
    return length === 0 ? 'unsatisfiable' : { start: total - length, end: total };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return null;
  if (start >= total) return 'unsatisfiable';
  return { start, end: to === '' ? total : Math.min(Number(to) + 1, total) };
}

function requestedRange(request: IncomingMessage, file: MediaFile): ReturnType<typeof parseRange> {
  if (file.failureMode === 'noRange') return null;
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== lastModified) return null;
  return parseRange(request.headers.range, file.bytes);
}

function sendText(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(text) });
  response.end(request.method === 'HEAD' ? undefined : text);
}

const impostors = {
  wrongType: { type: 'text/html; charset=utf-8', body: '<!DOCTYPE html><title>Sorry</title><p>Not a video.' },
  svg: {
    type: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.domain)</script></svg>',
  },
} as const;

function sendImpostor(
  request: IncomingMessage,
  response: ServerResponse,
  failureMode: keyof typeof impostors,
): void {
  const { type, body } = impostors[failureMode];
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function createMediaHost(urlSigner: UrlSigner): MediaHost {
  let open = 0;

  /** Respects back-pressure. */
  function sendBytes(response: ServerResponse, file: MediaFile, span: Span, isPart: boolean): void {
    const isOverlong = file.failureMode === 'overlong';
    const breaks =
      file.failureMode === 'truncated' || file.failureMode === 'stalled' || (isOverlong && !isPart);
    const stop = breaks ? Math.min(span.end, Math.floor(file.bytes / 2)) : span.end;
    let at = span.start;
    const write = (): void => {
      while (at < stop) {
        if (response.destroyed) return;
        const next = Math.min(at + chunkBytes, stop);
        const hasRoom = response.write(file.slice(at, next));
        at = next;
        if (!hasRoom) {
          response.once('drain', write);
          return;
        }
      }
      if (stop === span.end) response.end(isOverlong ? surplus : undefined);
      else if (file.failureMode !== 'stalled') response.write('', () => response.socket?.destroy());
    };
    response.flushHeaders();
    write();
  }

  function sendFile(request: IncomingMessage, response: ServerResponse, file: MediaFile): number {
    const range = requestedRange(request, file);
    if (range === 'unsatisfiable') {
      response.writeHead(416, { 'content-range': `bytes */${file.bytes}`, 'content-length': 0 });
      response.end();
      return 0;
    }
    const span = range ?? { start: 0, end: file.bytes };
    response.writeHead(range ? 206 : 200, {
      'content-type': file.contentType,
      // With a Content-Length, Node would truncate the body.
      ...(range && file.failureMode === 'overlong' ? {} : { 'content-length': span.end - span.start }),
      ...(range ? { 'content-range': `bytes ${span.start}-${span.end - 1}/${file.bytes}` } : {}),
      ...(file.failureMode === 'noRange' ? {} : { 'accept-ranges': 'bytes' }),
      'last-modified': lastModified,
      'cache-control': 'max-age=1209600, no-transform',
      'cross-origin-resource-policy': 'same-origin',
      'timing-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    if (request.method === 'HEAD') {
      response.end();
      return 0;
    }
    sendBytes(response, file, span, range !== null);
    return span.end - span.start;
  }

  return {
    openResponses: () => open,
    handle(request, response) {
      open += 1;
      response.once('close', () => {
        open -= 1;
      });
      const target = request.url ?? '/';
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        sendText(request, response, 405, 'Method Not Allowed');
        return;
      }
      const verdict = urlSigner.verify(target);
      if (!verdict.ok) {
        sendText(request, response, verdict.status, verdict.text);
        return;
      }
      const { file } = verdict;
      if (file.failureMode === 'wrongType' || file.failureMode === 'svg') {
        sendImpostor(request, response, file.failureMode);
        return;
      }
      urlSigner.recordUse(target, sendFile(request, response, file));
    },
  };
}
