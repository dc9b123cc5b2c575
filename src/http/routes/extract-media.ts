import { z } from 'zod';
import {
  base64LimitBytes,
  type DownloadResponse,
  type ExtractResponse,
  extractBodyLimitBytes,
} from '#extraction/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Services } from '../context.ts';

export const extractRequestSchema = z.union([
  z.strictObject({
    url: z.string(),
    thread: z
      .boolean()
      .exactOptional()
      .describe('True: the media of all posts of the author’s own thread, each with its post.'),
  }),
  z.strictObject({ downloadUrl: z.string(), filename: z.string().max(300) }),
]);

export const extractLimitBytes = extractBodyLimitBytes;

export async function extractThreadsMedia(
  body: z.infer<typeof extractRequestSchema>,
  locale: Locale,
  services: Services,
  { signal, isKeyed: hasApiKey }: { signal: AbortSignal; isKeyed: boolean },
): Promise<ExtractResponse | DownloadResponse> {
  if ('url' in body)
    return services.extractMedia(body.url, locale, { thread: body.thread ?? false, hasApiKey });
  const file = await services.media.readWholeFile(parseTicket(body.downloadUrl), base64LimitBytes, signal);
  if (file.ok) return { success: true, data: file.value.bytes.toString('base64') };
  const { code } = file.error;
  return { success: false, code, error: services.formatError(locale, file.error) };
}

/** An empty string is rejected as an invalid ticket. */
function parseTicket(downloadUrl: string): string {
  const url = URL.parse(downloadUrl);
  const path = url ? url.pathname + url.search : downloadUrl;
  return path.startsWith('/media/') ? path.slice('/media/'.length) : '';
}
