import { z } from 'zod';
import type { Locale } from '#i18n/locales.ts';
import {
  base64LimitBytes,
  type DownloadAnswer,
  type ExtractAnswer,
  extractBodyLimitBytes,
} from '#media/contract.ts';
import type { Services } from '#services.ts';

export const extractBody = z.union([
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

/** Both bodies of `extract-threads-media`. Expected failures are answers too: `success: false` with a code. */
export async function extractThreadsMedia(
  body: z.infer<typeof extractBody>,
  locale: Locale,
  services: Services,
  { signal, isKeyed }: { signal: AbortSignal; isKeyed: boolean },
): Promise<ExtractAnswer | DownloadAnswer> {
  if ('url' in body)
    return services.extractMedia(body.url, locale, { thread: body.thread ?? false, isKeyed });
  const file = await services.media.readWhole(ticketOf(body.downloadUrl), base64LimitBytes, signal);
  if (file.ok) return { success: true, data: file.value.bytes.toString('base64') };
  const { code } = file.error;
  return { success: false, code, error: services.wordError(locale, file.error) };
}

/** Only our own sealed addresses are read: what follows `/media/` is the ticket, everything else is refused by it. */
function ticketOf(downloadUrl: string): string {
  const url = URL.parse(downloadUrl);
  const path = url ? url.pathname + url.search : downloadUrl;
  return path.startsWith('/media/') ? path.slice('/media/'.length) : '';
}
