import { useState } from 'react';
import type { Quality } from '#extraction/contract.ts';
import { usePostFilesContext } from './post-files.ts';

/** Tracks whether `url` failed to load. The first failure renews the URL, and a renewed URL is tried again. */
export function useMediaError(quality: Quality, url: string | null) {
  const { renew } = usePostFilesContext();
  const [broken, setBroken] = useState<string | null>(null);
  const [hasRenewed, setHasRenewed] = useState(false);
  return {
    isBroken: url !== null && broken === url,
    onError({ currentTarget }: { currentTarget: Element }) {
      // Preact also handles events of elements that it has removed.
      if (!currentTarget.isConnected) return;
      setBroken(url);
      if (hasRenewed) return;
      setHasRenewed(true);
      void renew(quality);
    },
  };
}
