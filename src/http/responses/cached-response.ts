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
    ifNoneMatch === '*' || ifNoneMatch.split(',').some((part) => toOpaqueTag(part) === toOpaqueTag(etag))
  );
}

function toOpaqueTag(etag: string): string {
  return etag.trim().replace(/^W\//, '');
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

const brotliOptions = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
const compressFast: Record<ContentEncoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, brotliOptions(1)),
  gzip: (body) => promisify(gzip)(body, { level: 1 }),
};

/** For stored pages. Brotli 6 takes up to twice the time for one percent less. */
export async function compressFully(body: Buffer): Promise<CachedResponse['encodings']> {
  if (body.length < compressFromBytes) return {};
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(body, brotliOptions(5)),
    promisify(gzip)(body),
  ]);
  return { br, gzip: zipped };
}

export function needsCompression({ body, encodings }: Pick<CachedResponse, 'body' | 'encodings'>): boolean {
  return encodings.br === undefined && body.length >= compressFromBytes;
}

export async function respondUncached(
  { req }: Context,
  { body, headers: stored }: Pick<CachedResponse, 'body' | 'headers'>,
): Promise<Response> {
  const encoding =
    body.length < compressFromBytes ? undefined : negotiateEncoding(req.header('accept-encoding'));
  const etag = etagForEncoding(stored.etag ?? createEtag(body), encoding);
  const headers = new Headers({ ...stored, vary: 'accept-encoding', etag });
  if (matchesEtag(req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  const sent = encoding ? await compressFast[encoding](body) : body;
  if (encoding) headers.set('content-encoding', encoding);
  headers.set('content-length', String(sent.length));
  return new Response(req.method === 'HEAD' ? null : new Uint8Array(sent), { headers });
}

/** The attacker of BREACH must not be able to add text to a response with secrets: check that first. */
export async function compressResponse({ req }: Context, response: Response): Promise<Response> {
  const encoding = negotiateEncoding(req.header('accept-encoding'));
  if (!encoding || response.body === null) return response;
  const body = await compressFast[encoding](Buffer.from(await response.arrayBuffer()));
  const compressed = new Response(new Uint8Array(body), response);
  compressed.headers.set('content-encoding', encoding);
  compressed.headers.append('vary', 'accept-encoding');
  compressed.headers.delete('content-length');
  return compressed;
}

export function sendPublicJson(context: Context, value: unknown): Promise<Response> {
  const body = Buffer.from(JSON.stringify(value));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': publicCacheControl,
    'access-control-allow-origin': '*',
  };
  return respondUncached(context, { body, headers });
}
