import { useHydrated } from '../../browser/use-hydrated.ts';
import { saveBlob } from './save-file.ts';

export interface WebShareSupport {
  isAvailable: boolean;
  /** iOS: the share menu can save to Photos. */
  hasPhotos: boolean;
  /** In an iOS home screen app, links to files fail or open a viewer without a way back. */
  isOnlyWay: boolean;
}

const noSupport: WebShareSupport = { isAvailable: false, hasPhotos: false, isOnlyWay: false };
let cachedSupport: WebShareSupport | null = null;

export function useWebShareSupport(): WebShareSupport {
  return useHydrated() ? detectWebShareSupport() : noSupport;
}

export function detectWebShareSupport(): WebShareSupport {
  cachedSupport ??= {
    isAvailable: window.matchMedia('(pointer: coarse)').matches && canShareFile(createSampleFile()),
    hasPhotos: isAppleMobile(),
    isOnlyWay: isAppleHomeScreenApp(),
  };
  return cachedSupport;
}

const createSampleFile = () => new File(['-'], 'a.jpg', { type: 'image/jpeg' });

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

/** Pass only `files`: with other data, the menu does not list Photos. */
export async function shareFile(file: File): Promise<'done' | 'dismissed' | 'needs_tap' | 'failed'> {
  try {
    await navigator.share({ files: [file] });
    return 'done';
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    // InvalidStateError: the menu is already open from an earlier tap.
    if (name === 'AbortError' || name === 'InvalidStateError') return 'dismissed';
    return name === 'NotAllowedError' ? 'needs_tap' : 'failed';
  }
}

export function saveOrShareFile(file: File): void {
  if (detectWebShareSupport().isOnlyWay && canShareFile(file)) void shareFile(file);
  else saveBlob(file, file.name);
}
