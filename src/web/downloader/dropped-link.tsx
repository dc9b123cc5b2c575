import { lazy, Suspense, useEffect, useState } from 'react';
import { checkLink } from './check-link.ts';
import { loadLaterSteps } from './later-steps.ts';
import type { DownloaderControls } from './use-downloader.ts';

const DropZone = lazy(() => loadLaterSteps().then((steps) => ({ default: steps.DropZone })));

/** Waits for something to be dragged over the page, and only then loads what takes it. */
export function DroppedLink({ downloader }: { downloader: DownloaderControls }) {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    // Where it can not be loaded, a dropped link is left to the browser.
    const need = () =>
      void loadLaterSteps().then(
        () => setIsNeeded(true),
        () => undefined,
      );
    document.addEventListener('dragenter', need, { once: true });
    return () => document.removeEventListener('dragenter', need);
  }, []);

  const take = (text: string) => {
    const { state, reset, extract } = downloader;
    if (state.stage === 'extracting') return;
    const hasMedia = state.found !== null || state.several !== null;
    if (hasMedia && checkLink(text) !== 'accepted') return;
    if (hasMedia) reset();
    extract(text);
  };

  if (!isNeeded) return null;
  return (
    <Suspense>
      <DropZone onText={take} />
    </Suspense>
  );
}
