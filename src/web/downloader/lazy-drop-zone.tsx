import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { loadResultsChunk } from './lazy-results.ts';
import { classifyLinkInput } from './link/link-input.ts';
import type { DownloaderControls } from './use-downloader.ts';

const DropZone = lazy(() => loadResultsChunk().then((chunk) => ({ default: chunk.DropZone })));

/** Tracks drag starts here: the drop zone, loaded on the first dragenter, would miss the first. */
export function LazyDropZone({ downloader }: { downloader: DownloaderControls }) {
  const [isNeeded, setIsNeeded] = useState(false);
  const isInternalDrag = useRef(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const trackDrag = ({ type }: DragEvent) => {
      isInternalDrag.current = type === 'dragstart';
    };
    document.addEventListener('dragstart', trackDrag, { signal });
    document.addEventListener('dragend', trackDrag, { signal });
    // If the chunk fails to load, the browser handles the drop.
    const loadDropZone = () =>
      void loadResultsChunk().then(
        () => setIsNeeded(true),
        () => undefined,
      );
    document.addEventListener('dragenter', loadDropZone, { once: true, signal });
    return () => controller.abort();
  }, []);

  const handleText = (text: string) => {
    const { state, reset, extract } = downloader;
    if (state.phase === 'extracting') return;
    const hasMedia = state.found !== null || state.batch !== null;
    if (hasMedia && classifyLinkInput(text) !== 'accepted') return;
    if (hasMedia) reset();
    extract(text);
  };

  if (!isNeeded) return null;
  return (
    <Suspense>
      <DropZone isInternalDrag={isInternalDrag} onText={handleText} />
    </Suspense>
  );
}
