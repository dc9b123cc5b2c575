const kinds = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
export type ImageFormat = (typeof kinds)[number];

/** Detects the format by the first bytes; null if it is not supported. */
export function detectImageFormat(bytes: Uint8Array): ImageFormat | null {
  return kinds.find((kind) => signatures[kind](bytes)) ?? null;
}

const signatures: Record<ImageFormat, (bytes: Uint8Array) => boolean> = {
  jpeg: (bytes) => textAt(bytes, 0, 3) === '\xff\xd8\xff',
  png: (bytes) => textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
  gif: (bytes) => /^GIF8[79]a$/.test(textAt(bytes, 0, 6)),
  webp: (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP',
  avif: (bytes) => textAt(bytes, 4, 4) === 'ftyp' && /^avi[fs]$/.test(textAt(bytes, 8, 4)),
};

function textAt(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}
