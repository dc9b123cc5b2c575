import { useEffect, useEffectEvent } from 'react';
import { createSafeStorage, type SafeStorage } from '../../browser/storage.ts';
import type { DownloaderState } from '../downloader-state.ts';

const storageKey = 'unspool.verified';

/** Whether the sum was solved during this visit. It survives a reload, but not a new tab. */
export function createVisitVerification(storage: SafeStorage) {
  // The browser may deny storage.
  let isVerified = false;
  return {
    isVerified: () => isVerified || storage.read(storageKey) === '1',
    remember() {
      isVerified = true;
      storage.write(storageKey, '1');
    },
    forget() {
      isVerified = false;
      storage.write(storageKey, null);
    },
  };
}

export const visitVerification = createVisitVerification(createSafeStorage(() => globalThis.sessionStorage));

/** A page from the server does not know the visit, and the server may have checked the sum itself. */
export function useVisitVerification(downloader: {
  state: Pick<DownloaderState, 'found' | 'isVerified'>;
  setVerified(): void;
}): void {
  const { found, isVerified } = downloader.state;
  const adopt = useEffectEvent(() => {
    if (isVerified) visitVerification.remember();
    else if (found && visitVerification.isVerified()) downloader.setVerified();
  });
  useEffect(adopt, []);
}
