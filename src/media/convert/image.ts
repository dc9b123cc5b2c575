import sharp from 'sharp';
import { fail, ok, type Result } from '#platform/result.ts';
import { type ConversionLimits, conversionLimits, type MediaError } from '../contract.ts';
import { sniffBytes, sniffMediaType } from '../upstream/sniff.ts';

/** A blue HEIC image of 64 by 64 pixels. */
export const heicSample: Uint8Array = Buffer.from(
  'AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAABKG1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAA' +
    'DnBpdG0AAAAAAAEAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAFI' +
    'AAAAGAAAAKxpcHJwAAAAj2lwY28AAABzaHZjQwEECAAAAJ+oAAAAAB7wAPz9+PgAAA8DoAABABdAAQwB//8ECAAAAwCfqAAA' +
    'AwAAHroCQKEAAQAnQgEBBAgAAAMAn6gAAAMAAB6gIIEFlupJMrwFoCAAAAMAIAAAAwMhogABAAdEAcFysCJAAAAAFGlzcGUA' +
    'AAAAAAAAQAAAAEAAAAAVaXBtYQAAAAAAAAABAAECgQIAAAAgbWRhdAAAABQoAa946wIB/+KAaDnrD+2/1FR5wA==',
  'base64',
);

export type ConvertedImageFormat = 'jpg' | 'png' | 'gif';

const timeoutSeconds = 20;
const supportedFormats = ['jpg', 'png', 'webp', 'gif', 'avif', 'heic'];

/** Removes metadata. Transparent parts of a JPG become white. Only a GIF keeps all frames. */
export async function convertImage(
  bytes: Uint8Array,
  to: ConvertedImageFormat,
  limits: Pick<ConversionLimits, 'pixels'> = conversionLimits,
): Promise<Result<Buffer, MediaError>> {
  // The decoder would also render SVG and probe further formats.
  const isImage = supportedFormats.includes(
    sniffMediaType(Buffer.from(bytes.subarray(0, sniffBytes)), '')?.extension ?? '',
  );
  if (!isImage) return fail({ code: 'conversion.failed', cause: 'not a supported image' });
  try {
    const source = sharp(bytes, {
      failOn: 'error',
      limitInputPixels: limits.pixels,
      animated: to === 'gif',
    });
    source.timeout({ seconds: timeoutSeconds });
    if (to === 'gif') source.gif();
    else if (to === 'png') source.autoOrient().png({ compressionLevel: 8 });
    else source.autoOrient().flatten({ background: '#ffffff' }).jpeg({ quality: 92 });
    return ok(await source.toBuffer());
  } catch (cause) {
    // The decoder throws plain errors without a code; a bug of ours is a `TypeError` or the like.
    if (!(cause instanceof Error) || cause.constructor !== Error) throw cause;
    const isTooLarge = /exceeds pixel limit|timeout/.test(cause.message);
    return fail({ code: isTooLarge ? 'conversion.too_large' : 'conversion.failed', cause });
  }
}

export async function canDecodeHeic(): Promise<boolean> {
  return (await convertImage(heicSample, 'png')).ok;
}
