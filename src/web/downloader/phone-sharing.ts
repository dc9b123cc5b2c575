import { useSyncExternalStore } from 'react';
import { saveBlob } from './saved-file.ts';

/** What a phone does with a file that a page hands over. */
export interface PhoneSharing {
  /** A page can hand files over, and it is worth a button: on a touch screen. */
  isOffered: boolean;
  /** The menu has the phone's photos in it: Apple's. Others have apps to send a file with. */
  hasPhotos: boolean;
  /** The only way: on the home screen of an iPhone, links to files fail or end in a viewer without a way back. */
  isOnlyWay: boolean;
}

const none: PhoneSharing = { isOffered: false, hasPhotos: false, isOnlyWay: false };
let known: PhoneSharing | null = null;

/** As long as the page lives it is the same; on the server, and in the first pass in the browser, none. */
export function usePhoneSharing(): PhoneSharing {
  return useSyncExternalStore(
    () => () => undefined,
    () => readPhoneSharing(),
    () => none,
  );
}

export function readPhoneSharing(): PhoneSharing {
  known ??= {
    isOffered: window.matchMedia('(pointer: coarse)').matches && canShare(sample()),
    hasPhotos: isOfApple(),
    isOnlyWay: isHomeScreenOfApple(),
  };
  return known;
}

const sample = () => new File(['-'], 'a.jpg', { type: 'image/jpeg' });

export function canShare(file: File): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
}

/** `standalone` is Apple's own; a Mac, which saves files as ever, has it too but no touch. */
const isOfApple = () => 'standalone' in navigator && navigator.maxTouchPoints > 0;

function isHomeScreenOfApple(): boolean {
  if (!isOfApple()) return false;
  return (
    ('standalone' in navigator && navigator.standalone === true) ||
    window.matchMedia('(display-mode: standalone)').matches
  );
}

/**
 * Opens the phone's menu for a file; nothing but `files` may be in it, or photos are no choice there.
 * `closed`: nothing has changed. `tap`: it wants to follow a fresh tap, and this one was too long ago.
 */
export async function shareFile(file: File): Promise<'done' | 'closed' | 'tap' | 'failed'> {
  try {
    await navigator.share({ files: [file] });
    return 'done';
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    // The second: its menu is open already, for the tap before.
    if (name === 'AbortError' || name === 'InvalidStateError') return 'closed';
    return name === 'NotAllowedError' ? 'tap' : 'failed';
  }
}

/** Gives a small file that the page itself has made: to the browser's downloads or, where there are none, to the phone's menu. */
export function giveFile(file: File): void {
  if (readPhoneSharing().isOnlyWay && canShare(file)) void shareFile(file);
  else saveBlob(file, file.name);
}
