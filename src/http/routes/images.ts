import type { Context } from 'hono';
import { FileStoreError } from '#platform/storage/file-store.ts';
import type { Services } from '../context.ts';
import { storedFileMaxAgeSeconds } from '../contract.ts';
import { createEtag, matchesEtag } from '../responses/cached-response.ts';

/** Cross-origin, because feed readers show the images on other sites. */
export async function sendImage(
  context: Context,
  services: Pick<Services, 'readStoredImage' | 'log'>,
): Promise<Response> {
  const { id = '', name = '' } = context.req.param() as Record<string, string>;
  const image = await services.readStoredImage(id, name).catch((error: unknown) => {
    if (!(error instanceof FileStoreError)) throw error;
    services.log.error({ error }, 'file store request failed');
    return 'unavailable' as const;
  });
  if (image === 'unavailable')
    return context.body(null, 503, { 'cache-control': 'private, no-store', 'retry-after': '5' });
  if (image === null) return context.body(null, 404, { 'cache-control': 'private, no-store' });
  const etag = createEtag(image.bytes);
  const headers = {
    'content-type': image.type,
    'cache-control': `public, max-age=${storedFileMaxAgeSeconds}`,
    etag,
    'cross-origin-resource-policy': 'cross-origin',
  };
  if (matchesEtag(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers);
  return new Response(context.req.method === 'HEAD' ? null : new Uint8Array(image.bytes), {
    headers: { ...headers, 'content-length': String(image.bytes.length) },
  });
}
