import type { Context } from 'hono';

interface Stored {
  body: Buffer;
  encodings: { br?: Buffer; gzip?: Buffer };
  headers: Record<string, string>;
}

/** A body kept in memory with its ETag and its compressed forms. */
export function sendStored(context: Context, stored: Stored): Response {
  const headers = new Headers(stored.headers);
  headers.set('vary', 'accept-encoding');
  const accepted = context.req.header('accept-encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find(
    (name) => stored.encodings[name] && accepts(accepted, name),
  );
  // Each encoding is a representation of its own, and a strong tag names one.
  const etag = (stored.headers.etag ?? '').replace(/"$/, encoding ? `-${encoding}"` : '"');
  headers.set('etag', etag);
  if (matches(context.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  const body = (encoding && stored.encodings[encoding]) ?? stored.body;
  if (encoding) headers.set('content-encoding', encoding);
  headers.set('content-length', String(body.length));
  return new Response(context.req.method === 'HEAD' ? null : new Uint8Array(body), { headers });
}

function accepts(header: string, encoding: string): boolean {
  return header
    .split(',')
    .some((part) => new RegExp(`^\\s*${encoding}\\s*(;(?!\\s*q=0(\\.0*)?\\s*$).*)?$`).test(part));
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}
