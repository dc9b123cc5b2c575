import { blobReleaseDelayMs, type Quality, savedNamePrefix } from '#media/contract.ts';

/** `threads-video-1-1700000000000.mp4` */
export function savedFileName(
  { displayName }: Pick<Quality, 'displayName'>,
  format: string,
  timestamp: number,
): string {
  const name = displayName.toLowerCase().replace(' ', '-');
  return `${savedNamePrefix}-${name}-${timestamp}.${format.toLowerCase()}`;
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
