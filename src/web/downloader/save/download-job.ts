import type { Quality } from '#extraction/contract.ts';
import type { Translator } from '#i18n/translator.ts';
import type { Conversion } from '#media/contract.ts';
import { mediaLabel } from '../media/format-media.ts';
import { qualityKey } from '../media/group-media.ts';
import { downloadFileName, withFileName } from '../media/save-file.ts';
import type { PostFileNames } from '../settings/file-names.ts';

/** One file to download: a media file, a converted one, or a ZIP. */
export interface DownloadJob {
  /** Stays the same when the URL is renewed. */
  key: string;
  /** As shown, such as `Video 1`. */
  name: string;
  /** Upper case. The response may have another. */
  format: string;
  url: string;
  /** Used if the file is too large for the page. */
  browserUrl: string;
  bytes: number | null;
  /** Whether a phone can put the file into its photo library. */
  isPhoto: boolean;
  renewUrl(): Promise<string | null>;
  /** With extension. */
  fileName(format: string): string;
}

/** `as` is null for the unchanged file. */
export function mediaFileJob(
  t: Translator,
  { quality, format, as }: { quality: Quality; format: string; as: Conversion | null },
  renew: (quality: Quality) => Promise<string | null>,
  names: PostFileNames,
): DownloadJob {
  const url = conversionUrl(quality.url, as);
  const fileName = names.getFileName(quality);
  return {
    key: as === null ? qualityKey(quality) : `${qualityKey(quality)} as ${as}`,
    name: mediaLabel(t, quality),
    format,
    url,
    browserUrl: withFileName(url, fileName),
    bytes: as === null ? quality.bytes : null,
    isPhoto: quality.type !== 'audio' && as !== 'm4a',
    async renewUrl() {
      const fresh = await renew(quality);
      return fresh && conversionUrl(fresh, as);
    },
    fileName: (savedFormat) => downloadFileName(quality, savedFormat, Date.now(), fileName),
  };
}

/** `url` may already have a query with the proof-of-work token. */
export function conversionUrl(url: string, as: Conversion | null): string {
  if (as === null) return url;
  return `${url}${url.includes('?') ? '&' : '?'}as=${as}`;
}
