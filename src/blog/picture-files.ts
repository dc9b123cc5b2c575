import { imageWidthsFor } from './picture-address.ts';
import { imageFileKey } from './store-picture.ts';

/** `row` is a `media_file` row as the database serializes it to JSON. */
export function listImageFileKeys(row: Record<string, unknown>): string[] {
  const names = imageWidthsFor(Number(row.width)).map((width) => `${width}.webp`);
  return [...names, 'og.jpg'].map((name) => imageFileKey(String(row.id), name));
}

export function largestImageKey({ id, width }: { id: string; width: number }): string {
  return imageFileKey(id, `${width}.webp`);
}
