import type { Context } from 'hono';
import { acceptedEncoding, encodings } from './accepted-encoding.ts';
import { encodedTag, matchesTag } from './entity-tag.ts';

export interface Stored {
  body: Buffer;
  encodings: { br?: Buffer; gzip?: Buffer };
  headers: Record<string, string>;
}

/** A body kept in memory with its ETag and its compressed forms. */
export function sendStored(context: Context, stored: Stored): Response {
  const headers = new Headers(stored.headers);
  headers.set('vary', 'accept-encoding');
  const offered = encodings.filter((name) => stored.encodings[name]);
  const encoding = acceptedEncoding(context.req.header('accept-encoding'), offered);
  const etag = encodedTag(stored.headers.etag ?? '', encoding);
  headers.set('etag', etag);
  if (matchesTag(context.req.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  const body = (encoding && stored.encodings[encoding]) ?? stored.body;
  if (encoding) headers.set('content-encoding', encoding);
  headers.set('content-length', String(body.length));
  return new Response(context.req.method === 'HEAD' ? null : new Uint8Array(body), { headers });
}
