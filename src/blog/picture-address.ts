import { type Picture, pictureWidths } from './contract.ts';

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** The address of a stored picture in one of its widths. */
export const pictureAddress = new RegExp(`^/files/${id}/\\d{1,5}\\.webp$`);

/** The picture that an address of ours belongs to, or null. */
export function pictureIdOf(address: string): string | null {
  return pictureAddress.test(address) ? (address.split('/')[2] ?? null) : null;
}

/** The widths a picture is kept in, in pixels, the smallest first: those below its own, and its own. */
export function widthsOf(ownWidth: number): number[] {
  const largest = Math.min(ownWidth, pictureWidths.at(-1) ?? ownWidth);
  return [...pictureWidths.filter((width) => width < largest), largest];
}

/** `width` and `height` are those of its largest variant. */
export function pictureOf({ id, width, height }: { id: string; width: number; height: number }): Picture {
  const address = (wide: number) => `/files/${id}/${wide}.webp`;
  const srcset = widthsOf(width)
    .map((wide) => `${address(wide)} ${wide}w`)
    .join(', ');
  return { id, src: address(width), srcset, width, height };
}
