import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { acceptedEncoding } from './accepted-encoding.ts';
import { encodedTag, matchesTag } from './entity-tag.ts';

/** A body kept in memory with its ETag and its compressed forms. */
export interface Stored {
  body: Buffer;
  encodings: { br?: Buffer; gzip?: Buffer };
  headers: Record<string, string>;
}

interface StoredAnswer {
  status: 200 | 304;
  headers: Record<string, string>;
  /** null with 304. */
  body: Buffer | null;
}

function answerOf(stored: Stored, accepted?: string, ifNoneMatch?: string): StoredAnswer {
  const encoding = acceptedEncoding(accepted, (name) => stored.encodings[name] !== undefined);
  const etag = encodedTag(stored.headers.etag ?? '', encoding);
  const headers: Record<string, string> = { ...stored.headers, vary: 'accept-encoding', etag };
  if (matchesTag(ifNoneMatch, etag)) return { status: 304, headers, body: null };
  const body = (encoding && stored.encodings[encoding]) ?? stored.body;
  if (encoding) headers['content-encoding'] = encoding;
  headers['content-length'] = String(body.length);
  return { status: 200, headers, body };
}

export function sendStored({ req }: Context, stored: Stored): Response {
  const { status, headers, body } = answerOf(
    stored,
    req.header('accept-encoding'),
    req.header('if-none-match'),
  );
  return new Response(body === null || req.method === 'HEAD' ? null : new Uint8Array(body), {
    status,
    headers,
  });
}

/** The same, straight to the socket. `headers` stand where the stored ones do not say otherwise. */
export function writeStored(
  request: IncomingMessage,
  response: ServerResponse,
  stored: Stored,
  headers: Record<string, string>,
): void {
  const answer = answerOf(stored, request.headers['accept-encoding'], request.headers['if-none-match']);
  response.writeHead(answer.status, { ...headers, ...answer.headers });
  response.end(request.method === 'HEAD' ? undefined : (answer.body ?? undefined));
}
