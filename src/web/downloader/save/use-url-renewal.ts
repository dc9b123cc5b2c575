import { useCallback, useMemo, useRef } from 'react';
import type { Quality } from '#extraction/contract.ts';
import type { ExtractionResponse } from '../extraction/parse-extract-response.ts';
import { applyRenewedUrls, qualityKey, renewedZipUrl } from '../media/group-media.ts';
import type { ExtractedMedia, MediaRenewal } from '../post-state.ts';

/** Concurrent calls share one request. */
export function useUrlRenewal(
  found: ExtractedMedia | null,
  refetch: () => Promise<ExtractionResponse | null>,
  onRenewed: (renewal: MediaRenewal) => void,
) {
  const renewal = useRef<Promise<MediaRenewal | null> | null>(null);

  const requestRenewal = useCallback(async () => {
    if (!found) return null;
    const extraction = await refetch();
    if (!extraction?.ok) return null;
    const renewed = {
      requestedFor: found,
      qualities: applyRenewedUrls(found.qualities, extraction.value.qualities),
      zipUrl: renewedZipUrl(found, extraction.value),
    };
    onRenewed(renewed);
    return renewed;
  }, [found, refetch, onRenewed]);

  return useMemo(() => {
    const renewAll = () => {
      renewal.current ??= requestRenewal().finally(() => {
        renewal.current = null;
      });
      return renewal.current;
    };
    return {
      /** Renews the URLs of all shown files; returns the one of `quality`, or null on failure. */
      async renew(quality: Quality) {
        const key = qualityKey(quality);
        const renewed = (await renewAll())?.qualities.find((candidate) => qualityKey(candidate) === key);
        return renewed && renewed.url !== quality.url ? renewed.url : null;
      },
      renewZip: async () => (await renewAll())?.zipUrl ?? null,
    };
  }, [requestRenewal]);
}
