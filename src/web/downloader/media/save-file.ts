import type { Quality } from '#extraction/contract.ts';
import { defaultFilename } from '#filenames/filename.ts';
import { blobUrlRevokeDelayMs } from '#media/contract.ts';

/** Such as `threads-video-1-1700000000000.mp4`; `name` comes from the user's template. */
export function downloadFileName(
  { displayName }: Pick<Quality, 'displayName'>,
  format: string,
  timestamp: number,
  name: string | null = null,
): string {
  return `${name ?? defaultFilename(displayName, timestamp)}.${format.toLowerCase()}`;
}

export function withFileName(url: string, name: string | null): string {
  if (name === null) return url;
  return `${url}${url.includes('?') ? '&' : '?'}name=${encodeURIComponent(name)}`;
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = createLink(url);
  anchor.download = name;
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), blobUrlRevokeDelayMs);
}

/** No `download` attribute: an error response is a page and must not be saved as the file. */
export function startBrowserDownload(url: string): void {
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
