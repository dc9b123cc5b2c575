import type { Quality } from '#extraction/contract.ts';
import type { Conversion } from '#media/contract.ts';
import { qualityKey } from '../media/group-media.ts';

export interface RequestedFile {
  quality: Quality;
  /** null for the unchanged file. */
  as: Conversion | null;
}

export function requestedFileKey({ quality, as }: RequestedFile): string {
  return as === null ? qualityKey(quality) : `${qualityKey(quality)} as ${as}`;
}

/** `url` may already have a query with the proof-of-work token. */
export function conversionUrl(url: string, as: Conversion | null): string {
  if (as === null) return url;
  return `${url}${url.includes('?') ? '&' : '?'}as=${as}`;
}

export function requestedFormat({ quality, as }: RequestedFile): string {
  return as === null ? quality.format : as.toUpperCase();
}
