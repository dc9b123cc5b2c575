import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import { publicCacheControl } from './contract.ts';
import { encodedTag, entityTagOf, matchesTag } from './entity-tag.ts';

/** Shorter answers fit into one packet as they are. */
const compressFromBytes = 1024;

const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, fastBrotli),
  gzip: promisify(gzip),
};

/** What is the same for everybody, made anew for this request: any site may read it, and caches may keep it. */
export async function sendPublicJson(context: Context, value: unknown): Promise<Response> {
  const body = Buffer.from(JSON.stringify(value));
  const encoding =
    body.length < compressFromBytes ? undefined : acceptedEncoding(context.req.header('accept-encoding'));
  const etag = encodedTag(entityTagOf(body), encoding);
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': publicCacheControl,
    'access-control-allow-origin': '*',
    vary: 'accept-encoding',
    etag,
  });
  if (matchesTag(context.req.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  const sent = encoding ? await compress[encoding](body) : body;
  if (encoding) headers.set('content-encoding', encoding);
  headers.set('content-length', String(sent.length));
  return new Response(context.req.method === 'HEAD' ? null : new Uint8Array(sent), { headers });
}
