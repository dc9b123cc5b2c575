import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compress = {
  br: (body: string) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (body: string) => promisify(gzip)(body, { level: 1 }),
};

/** Uncompressed; `sendReply` compresses it if the client accepts that. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

export function htmlReply(body: string, status = 200): Reply {
  return { status, headers: { 'content-type': 'text/html; charset="utf-8"' }, body };
}
export function jsonReply(body: string): Reply {
  return { status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body };
}
export function redirectReply(location: string): Reply {
  return { status: 302, headers: { location, 'content-type': 'text/html; charset="utf-8"' }, body: '' };
}
export function busyReply(): Reply {
  return {
    status: 429,
    headers: { 'retry-after': '30', 'content-type': 'text/html' },
    body: 'Too Many Requests',
  };
}

export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): Promise<void> {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  const headers = {
    vary: 'Accept-Encoding',
    'cache-control': 'private, no-cache, no-store, must-revalidate',
    'x-fb-debug': 'demo',
    ...reply.headers,
  };
  const small = reply.body.length < 256;
  const body = encoding && !small ? await compress[encoding](reply.body) : reply.body;
  if (response.destroyed) return;
  response.writeHead(
    reply.status,
    encoding && !small ? { ...headers, 'content-encoding': encoding } : headers,
  );
  response.end(body);
}

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > 256 * 1024) throw new Error('form too large');
  }
  return new URLSearchParams(text);
}
