import { encode } from 'uqr';

/** The dark modules of a QR code, as an SVG path. */
export interface QrCode {
  size: number;
  path: string;
}

export function createQrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { size, path };
}
