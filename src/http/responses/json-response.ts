import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { publicCacheControl } from '../contract.ts';
import {
  type ContentEncoding,
  createEtag,
  etagForEncoding,
  matchesEtag,
  negotiateEncoding,
} from './cached-response.ts';

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
