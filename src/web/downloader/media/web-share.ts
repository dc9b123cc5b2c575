import { useSyncExternalStore } from 'react';
import { saveBlob } from './save-file.ts';

export interface WebShareSupport {
  /** The browser can share files and has a touch screen. */
  isAvailable: boolean;
  /** iOS: the share menu can save to Photos. */
  hasPhotos: boolean;
  /** In an iOS home screen app, links to files fail or open a viewer without a way back. */
  isOnlyWay: boolean;
}

const noSupport: WebShareSupport = { isAvailable: false, hasPhotos: false, isOnlyWay: false };
let cachedSupport: WebShareSupport | null = null;

/** No support on the server and during hydration. */
export function useWebShareSupport(): WebShareSupport {
  return useSyncExternalStore(
    () => () => undefined,
    () => detectWebShareSupport(),
    () => noSupport,
  );
}

export function detectWebShareSupport(): WebShareSupport {
  cachedSupport ??= {
    isAvailable: window.matchMedia('(pointer: coarse)').matches && canShareFile(sample()),
    hasPhotos: isAppleMobile(),
    isOnlyWay: isAppleHomeScreenApp(),
  };
  return cachedSupport;
}

const sample = () => new File(['-'], 'a.jpg', { type: 'image/jpeg' });

export function canShareFile(file: File): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
}

/** Only Safari has `navigator.standalone`. A Mac has it too, but no touch points. */
const isAppleMobile = () => 'standalone' in navigator && navigator.maxTouchPoints > 0;

function isAppleHomeScreenApp(): boolean {
  if (!isAppleMobile()) return false;
  return (
    ('standalone' in navigator && navigator.standalone === true) ||
    window.matchMedia('(display-mode: standalone)').matches
  );
}

/**
 * Opens the share menu. The data may contain only `files`, or the menu does not list Photos.
 * `closed`: the menu was dismissed. `tap`: the last tap was too long ago.
 */
export async function shareFile(file: File): Promise<'done' | 'closed' | 'tap' | 'failed'> {
  try {
    await navigator.share({ files: [file] });
    return 'done';
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    // InvalidStateError: the menu is already open from an earlier tap.
    if (name === 'AbortError' || name === 'InvalidStateError') return 'closed';
    return name === 'NotAllowedError' ? 'tap' : 'failed';
  }
}

/** Saves a small generated file, or shares it where pages cannot save files. */
export function saveOrShareFile(file: File): void {
  if (detectWebShareSupport().isOnlyWay && canShareFile(file)) void shareFile(file);
  else saveBlob(file, file.name);
}
