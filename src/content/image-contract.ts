/** In pixels. The largest variant of a narrower original has the original's width. */
export const imageWidths = [480, 768, 1200, 1600, 2000] as const;
/** The URL of a stored image, with its width. */
export const imageUrlPattern = /^\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/(\d{1,5})\.webp$/;

/** `url`: any variant of a stored image. */
export function smallestVariantUrl(url: string): string {
  const width = Number(imageUrlPattern.exec(url)?.[1] ?? 0);
  return url.replace(/\d{1,5}(?=\.webp$)/, String(Math.min(width, imageWidths[0])));
}

/** The widths of the stored variants, in ascending order. */
export function imageWidthsFor(originalWidth: number): number[] {
  const largest = Math.min(originalWidth, imageWidths.at(-1) ?? originalWidth);
  return [...imageWidths.filter((width) => width < largest), largest];
}
