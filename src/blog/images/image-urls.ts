import { imageUrlPattern, imageWidths, type StoredImage } from '../contract.ts';

export function imageIdFromUrl(url: string): string | null {
  return imageUrlPattern.test(url) ? (url.split('/')[2] ?? null) : null;
}

/** Ascending, in pixels: the standard widths below the original's, and its own. */
export function imageWidthsFor(originalWidth: number): number[] {
  const largest = Math.min(originalWidth, imageWidths.at(-1) ?? originalWidth);
  return [...imageWidths.filter((width) => width < largest), largest];
}

export function toStoredImage({
  id,
  width,
  height,
}: {
  id: string;
  width: number;
  height: number;
}): StoredImage {
  const getUrl = (variantWidth: number) => `/files/${id}/${variantWidth}.webp`;
  const srcset = imageWidthsFor(width)
    .map((variantWidth) => `${getUrl(variantWidth)} ${variantWidth}w`)
    .join(', ');
  return { id, src: getUrl(width), srcset, width, height };
}
