import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { checkLink } from './check-link.ts';
import { loadLaterSteps } from './later-steps.ts';
import type { DownloaderControls } from './use-downloader.ts';

const DropZone = lazy(() => loadLaterSteps().then((steps) => ({ default: steps.DropZone })));

/**
 * Waits for something to be dragged over the page, and only then loads what takes it. Whether the drag began within the
 * page is known only to who listened before: what is loaded then has missed it.
 */
export function DroppedLink({ downloader }: { downloader: DownloaderControls }) {
  const [isNeeded, setIsNeeded] = useState(false);
  const isOwn = useRef(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const mark = ({ type }: DragEvent) => {
      isOwn.current = type === 'dragstart';
    };
    document.addEventListener('dragstart', mark, { signal });
    document.addEventListener('dragend', mark, { signal });
    // Where it can not be loaded, a dropped link is left to the browser.
    const need = () =>
      void loadLaterSteps().then(
        () => setIsNeeded(true),
        () => undefined,
      );
    document.addEventListener('dragenter', need, { once: true, signal });
    return () => controller.abort();
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
      <DropZone isOwn={isOwn} onText={take} />
    </Suspense>
  );
}
