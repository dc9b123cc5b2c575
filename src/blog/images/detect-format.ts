import type { ClipFormat } from '../clip-contract.ts';

const imageFormats = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
type ImageFormat = (typeof imageFormats)[number];

export function detectImageFormat(bytes: Uint8Array): ImageFormat | null {
  return imageFormats.find((format) => signatures[format](bytes)) ?? null;
}

const signatures: Record<ImageFormat, (bytes: Uint8Array) => boolean> = {
  jpeg: (bytes) => textAt(bytes, 0, 3) === '\xff\xd8\xff',
  png: (bytes) => textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
  gif: (bytes) => /^GIF8[79]a$/.test(textAt(bytes, 0, 6)),
  webp: (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP',
  avif: (bytes) => textAt(bytes, 4, 4) === 'ftyp' && /^avi[fs]$/.test(textAt(bytes, 8, 4)),
};

/** Browsers ignore what follows the first bytes if they can't play it. */
export function detectClipFormat(bytes: Uint8Array): ClipFormat | null {
  if (textAt(bytes, 4, 4) === 'ftyp') return detectMpegBrand(textAt(bytes, 8, 4));
  if (textAt(bytes, 0, 4) === '\x1aE\xdf\xa3') return textAt(bytes, 0, 64).includes('webm') ? 'webm' : null;
  if (textAt(bytes, 0, 4) === 'OggS') return 'ogg';
  if (textAt(bytes, 0, 4) === 'RIFF') return textAt(bytes, 8, 4) === 'WAVE' ? 'wav' : null;
  const [first = 0, second = 0] = bytes;
  const isFrame = first === 0xff && (second & 0xe6) === 0xe2;
  return textAt(bytes, 0, 3) === 'ID3' || isFrame ? 'mp3' : null;
}

/** `qt  `: as phones record it; browsers play it as MP4. Images in this container have other brands. */
function detectMpegBrand(brand: string): ClipFormat | null {
  if (/^M4[AB] $/.test(brand)) return 'm4a';
  return /^(?:iso[\dm]|mp4[\dv1-9]|avc1|M4V[ HP]|qt {2}|dash|MSNV|3gp\d|f4v )$/.test(brand) ? 'mp4' : null;
}

function textAt(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}
