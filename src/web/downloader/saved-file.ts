import { blobReleaseDelayMs, type Quality } from '#media/contract.ts';
import { usualName } from '#names/name-file.ts';

/** `threads-video-1-1700000000000.mp4`, or what the visitor's own template makes: `name`. */
export function savedFileName(
  { displayName }: Pick<Quality, 'displayName'>,
  format: string,
  timestamp: number,
  name: string | null = null,
): string {
  return `${name ?? usualName(displayName, timestamp)}.${format.toLowerCase()}`;
}

/** The address of a file that the browser itself saves, with the name it is to have; null for the usual one. */
export function withSavedName(url: string, name: string | null): string {
  if (name === null) return url;
  return `${url}${url.includes('?') ? '&' : '?'}name=${encodeURIComponent(name)}`;
}

/** Hands finished bytes to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = createLink(url);
  anchor.download = name;
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), blobReleaseDelayMs);
}

/** Leaves a file to the browser's own downloads. A refusal is a page, and so is not saved in its place. */
export function followDownload(url: string): void {
  const anchor = createLink(url);
  anchor.click();
  anchor.remove();
}

function createLink(url: string): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.hidden = true;
  document.body.append(anchor);
  return anchor;
}
