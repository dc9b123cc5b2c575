import type { Context } from 'hono';
import { clipTypes, parseClipUrl } from '#blog/clip-contract.ts';
import { type ContentRange, parseRange, resolveRange } from '#media/range.ts';
import { FileStoreError } from '#platform/storage/file-store.ts';
import type { Services } from '../context.ts';
import { storedFileMaxAgeSeconds } from '../contract.ts';
import { createEtag, matchesEtag } from '../responses/cached-response.ts';

/** Cross-origin, because feed readers show the files on other sites. */
const fileHeaders = (contentType: string, etag: string) => ({
  'content-type': contentType,
  'cache-control': `public, max-age=${storedFileMaxAgeSeconds}`,
  etag,
  'cross-origin-resource-policy': 'cross-origin',
});

const fileMissing = (context: Context) => context.body(null, 404, { 'cache-control': 'private, no-store' });

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
  if (image === null) return fileMissing(context);
  const etag = createEtag(image.bytes);
  const headers = fileHeaders(image.type, etag);
  if (matchesEtag(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers);
  return new Response(context.req.method === 'HEAD' ? null : new Uint8Array(image.bytes), {
    headers: { ...headers, 'content-length': String(image.bytes.length) },
  });
}

/** Players jump to any place, so ranges are served. */
export async function sendClip(
  context: Context,
  { clips, log }: Pick<Services, 'clips' | 'log'>,
): Promise<Response> {
  const url = parseClipUrl(context.req.path);
  const found = url && (await clips.find(url.id));
  if (!url || found?.format !== url.format) return fileMissing(context);
  const { id } = url;
  const etag = `"${id}"`;
  const headers = { ...fileHeaders(clipTypes[url.format], etag), 'accept-ranges': 'bytes' };
  if (matchesEtag(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers);
  const requested = parseRange(context.req.header('range'));
  const isSameFile = [undefined, etag].includes(context.req.header('if-range'));
  const whole: ContentRange = { from: 0, to: found.bytes - 1, totalBytes: found.bytes };
  const isPartial = requested !== null && isSameFile;
  const range = isPartial ? resolveRange(requested, found.bytes) : whole;
  if (range === null)
    return context.body(null, 416, {
      'cache-control': 'private, no-store',
      'content-range': `bytes */${found.bytes}`,
    });
  const body = context.req.method === 'HEAD' ? null : streamRange(clips, id, range, log);
  return new Response(body, {
    status: isPartial ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(range.to - range.from + 1),
      ...(isPartial && { 'content-range': `bytes ${range.from}-${range.to}/${range.totalBytes}` }),
    },
  });
}

/** Reads a part when the client has taken the one before. A missing file ends the connection. */
function streamRange(
  clips: Services['clips'],
  id: string,
  { from, to }: ContentRange,
  log: Services['log'],
): ReadableStream<Uint8Array> {
  let at = from;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const bytes = await clips.read(id, at, to);
          if (!bytes || bytes.length === 0) return controller.error(new Error('a part of a clip is missing'));
          controller.enqueue(new Uint8Array(bytes));
          at += bytes.length;
          if (at > to) controller.close();
        } catch (error) {
          if (!(error instanceof FileStoreError)) throw error;
          log.error({ error }, 'file store request failed');
          controller.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
}
