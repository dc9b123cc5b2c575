import { useCallback, useRef } from 'react';
import type { Quality } from '#extraction/contract.ts';
import type { ExtractedMedia, MediaRenewal } from '../downloader-state.ts';
import type { ExtractionResponse } from '../extraction/parse-extract-response.ts';
import { applyRenewedUrls, qualityKey, renewedZipUrl } from '../media/group-media.ts';

/** Concurrent calls share one request. Resolves to the new URL, or null on failure. */
export function useUrlRenewal(
  found: ExtractedMedia | null,
  refetch: () => Promise<ExtractionResponse | null>,
  onRenewed: (renewal: MediaRenewal) => void,
): (quality: Quality) => Promise<string | null> {
  const renewal = useRef<Promise<readonly Quality[] | null> | null>(null);

  const renewAll = useCallback(async () => {
    if (!found) return null;
    const extraction = await refetch();
    if (!extraction?.ok) return null;
    const qualities = applyRenewedUrls(found.qualities, extraction.value.qualities);
    onRenewed({ requestedFor: found, qualities, zipUrl: renewedZipUrl(found, extraction.value) });
    return qualities;
  }, [found, refetch, onRenewed]);

  return useCallback(
    async (quality: Quality) => {
      renewal.current ??= renewAll().finally(() => {
        renewal.current = null;
      });
      const key = qualityKey(quality);
      const renewed = (await renewal.current)?.find((candidate) => qualityKey(candidate) === key);
      return renewed && renewed.url !== quality.url ? renewed.url : null;
    },
    [renewAll],
  );
}
