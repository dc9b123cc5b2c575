import type { Conversion, Quality } from '#media/contract.ts';
import { qualityKey } from './group-media.ts';

/** A file of the answer, as it is or as something else. */
export interface WantedFile {
  quality: Quality;
  /** null: as it is. */
  as: Conversion | null;
}

export function wantedKey({ quality, as }: WantedFile): string {
  return as === null ? qualityKey(quality) : `${qualityKey(quality)} as ${as}`;
}

/** Where a file is had as something else; a pass may stand in its address already. */
export function addressAs(url: string, as: Conversion | null): string {
  if (as === null) return url;
  return `${url}${url.includes('?') ? '&' : '?'}as=${as}`;
}

export function wantedFormat({ quality, as }: WantedFile): string {
  return as === null ? quality.format : as.toUpperCase();
}
