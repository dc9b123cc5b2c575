import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import Negotiator from 'negotiator';
import { publicCacheControl } from '../contract.ts';

export function createEtag(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** A strong ETag identifies one representation, so each encoding needs its own. */
function etagForEncoding(etag: string, encoding: string | undefined): string {
  return encoding ? etag.replace(/"$/, `-${encoding}"`) : etag;
}

export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return (
    ifNoneMatch === '*' || ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
  );
}

const contentEncodings = ['br', 'gzip'] as const;
const maxHeaderLength = 400;
type ContentEncoding = (typeof contentEncodings)[number];

/** A q value can rule an encoding out but doesn't rank it. */
export function negotiateEncoding(
  header: string | undefined,
  isAvailable: (encoding: ContentEncoding) => boolean = () => true,
): ContentEncoding | undefined {
  if (!header) return undefined;
  const headers = { 'accept-encoding': header.slice(0, maxHeaderLength) };
  const accepted = new Negotiator({ headers }).encodings();
  return contentEncodings.find((encoding) => isAvailable(encoding) && accepted.includes(encoding));
}

export interface CachedResponse {
  body: Buffer;
  encodings: { br?: Buffer; gzip?: Buffer };
  headers: Record<string, string>;
}

interface NegotiatedResponse {
  status: 200 | 304;
  headers: Record<string, string>;
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

/** Shorter responses fit into one packet uncompressed. */
const compressFromBytes = 1024;

const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const compress: Record<ContentEncoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, fastBrotli),
  gzip: promisify(gzip),
};

export async function sendPublicJson(context: Context, value: unknown): Promise<Response> {
  const body = Buffer.from(JSON.stringify(value));
  const encoding =
    body.length < compressFromBytes ? undefined : negotiateEncoding(context.req.header('accept-encoding'));
  const etag = etagForEncoding(createEtag(body), encoding);
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': publicCacheControl,
    'access-control-allow-origin': '*',
    vary: 'accept-encoding',
    etag,
  });
  if (matchesEtag(context.req.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  const sent = encoding ? await compress[encoding](body) : body;
  if (encoding) headers.set('content-encoding', encoding);
  headers.set('content-length', String(sent.length));
  return new Response(context.req.method === 'HEAD' ? null : new Uint8Array(sent), { headers });
}
