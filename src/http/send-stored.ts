import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { negotiateEncoding } from './accepted-encoding.ts';
import { etagForEncoding, matchesEtag } from './entity-tag.ts';

/** A response in memory with its ETag and compressed variants. */
export interface CachedResponse {
  body: Buffer;
  encodings: { br?: Buffer; gzip?: Buffer };
  headers: Record<string, string>;
}

interface NegotiatedResponse {
  status: 200 | 304;
  headers: Record<string, string>;
  /** null with 304. */
  body: Buffer | null;
}

function negotiateResponse(
  stored: CachedResponse,
  accepted?: string,
  ifNoneMatch?: string,
): NegotiatedResponse {
  const encoding = negotiateEncoding(accepted, (name) => stored.encodings[name] !== undefined);
  const etag = etagForEncoding(stored.headers.etag ?? '', encoding);
  const headers: Record<string, string> = { ...stored.headers, vary: 'accept-encoding', etag };
  if (matchesEtag(ifNoneMatch, etag)) return { status: 304, headers, body: null };
  const body = (encoding && stored.encodings[encoding]) ?? stored.body;
  if (encoding) headers['content-encoding'] = encoding;
  headers['content-length'] = String(body.length);
  return { status: 200, headers, body };
}

export function respondCached({ req }: Context, stored: CachedResponse): Response {
  const { status, headers, body } = negotiateResponse(
    stored,
    req.header('accept-encoding'),
    req.header('if-none-match'),
  );
  return new Response(body === null || req.method === 'HEAD' ? null : new Uint8Array(body), {
    status,
    headers,
  });
}

/** Writes straight to the socket. Cached headers override `headers`. */
export function writeCached(
  request: IncomingMessage,
  response: ServerResponse,
  stored: CachedResponse,
  headers: Record<string, string>,
): void {
  const negotiated = negotiateResponse(
    stored,
    request.headers['accept-encoding'],
    request.headers['if-none-match'],
  );
  response.writeHead(negotiated.status, { ...headers, ...negotiated.headers });
  response.end(request.method === 'HEAD' ? undefined : (negotiated.body ?? undefined));
}
