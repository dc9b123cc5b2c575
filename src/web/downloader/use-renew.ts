import { useCallback, useRef } from 'react';
import type { Quality } from '#media/contract.ts';
import type { FoundMedia, Renewal } from './downloader-state.ts';
import { qualityKey, renewedZip, takeRenewed } from './group-media.ts';
import type { Extraction } from './read-answer.ts';

/**
 * New addresses for all that is shown of a post, asked for once for all who want one at the same time. Gives that of
 * the named file, or null where it could not be had. `readAgain` gives null where it was called off.
 */
export function useRenew(
  found: FoundMedia | null,
  readAgain: () => Promise<Extraction | null>,
  onRenewed: (renewal: Renewal) => void,
): (quality: Quality) => Promise<string | null> {
  const renewal = useRef<Promise<readonly Quality[] | null> | null>(null);

  const renewAll = useCallback(async () => {
    if (!found) return null;
    const extraction = await readAgain();
    if (!extraction?.ok) return null;
    const qualities = takeRenewed(found.qualities, extraction.value.qualities);
    onRenewed({ of: found, qualities, zipUrl: renewedZip(found, extraction.value) });
    return qualities;
  }, [found, readAgain, onRenewed]);

  return useCallback(
    async (quality: Quality) => {
      renewal.current ??= renewAll().finally(() => {
        renewal.current = null;
      });
      const key = qualityKey(quality);
      const renewed = (await renewal.current)?.find((one) => qualityKey(one) === key);
      return renewed && renewed.url !== quality.url ? renewed.url : null;
    },
    [renewAll],
  );
}
