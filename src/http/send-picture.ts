import type { Context } from 'hono';
import { FileStoreError } from '#platform/file-store.ts';
import type { Services } from '#services.ts';
import { storedFileMaxAgeSeconds } from './contract.ts';
import { entityTagOf, matchesTag } from './entity-tag.ts';

/** `/files/{id}/{name}`: a stored picture, or 404 without a body; 503 where the store is away. Readers of feeds show it on other sites. */
export async function sendPicture(
  context: Context,
  services: Pick<Services, 'readPicture' | 'log'>,
): Promise<Response> {
  const { id = '', name = '' } = context.req.param() as Record<string, string>;
  const picture = await services.readPicture(id, name).catch((error: unknown) => {
    if (!(error instanceof FileStoreError)) throw error;
    services.log.error({ error }, 'the file store');
    return 'away' as const;
  });
  if (picture === 'away')
    return context.body(null, 503, { 'cache-control': 'private, no-store', 'retry-after': '5' });
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
