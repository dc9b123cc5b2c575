import type { Context } from 'hono';
import type { Services } from '#services.ts';
import { storedFileMaxAgeSeconds } from './contract.ts';
import { entityTagOf, matchesTag } from './entity-tag.ts';

/** `/files/{id}/{name}`: a stored picture, or 404 without a body. Readers of feeds show it on other sites. */
export async function sendPicture(
  context: Context,
  services: Pick<Services, 'readPicture'>,
): Promise<Response> {
  const { id = '', name = '' } = context.req.param() as Record<string, string>;
  const picture = await services.readPicture(id, name);
  if (picture === null) return context.body(null, 404, { 'cache-control': 'private, no-store' });
  const etag = entityTagOf(picture.bytes);
  const headers = {
    'content-type': picture.type,
    'cache-control': `public, max-age=${storedFileMaxAgeSeconds}`,
    etag,
    'cross-origin-resource-policy': 'cross-origin',
  };
  if (matchesTag(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers);
  return new Response(context.req.method === 'HEAD' ? null : new Uint8Array(picture.bytes), {
    headers: { ...headers, 'content-length': String(picture.bytes.length) },
  });
}
