import { pictureWidths } from '#blog/contract.ts';

const own = /^\/files\/[0-9a-f-]{36}\/(\d{1,5})\.webp$/;

/** Whether an address is that of a picture in our store. */
export function isOwnPicture(address: string): boolean {
  return own.test(address);
}

/** The variant of a stored picture that is sharp enough in the editor; any other address as it is. */
export function shownAddress(address: string): string {
  const width = Number(own.exec(address)?.[1] ?? 0);
  const enough = pictureWidths.find((kept) => kept >= 1200) ?? width;
  return width > enough ? address.replace(/\d+\.webp$/, `${enough}.webp`) : address;
}
