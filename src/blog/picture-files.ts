import { widthsOf } from './picture-address.ts';
import { pictureKey } from './store-picture.ts';

/** Where the file store has all variants of a picture, by its row as the database writes it in JSON. */
export function pictureFileKeys(row: Record<string, unknown>): string[] {
  const names = widthsOf(Number(row.width)).map((width) => `${width}.webp`);
  return [...names, 'og.jpg'].map((name) => pictureKey(String(row.id), name));
}

/** The key of the largest variant. */
export function largestPictureKey({ id, width }: { id: string; width: number }): string {
  return pictureKey(id, `${width}.webp`);
}
