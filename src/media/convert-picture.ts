import sharp from 'sharp';
import { fail, ok, type Result } from '#platform/result.ts';
import { type ConversionLimits, conversionLimits, type MediaError } from './contract.ts';
import { heicSample } from './convert-sample.ts';
import { sniffBytes, trueType } from './true-type.ts';

export type PictureTarget = 'jpg' | 'png' | 'gif';

const seconds = 20;
const readable = ['jpg', 'png', 'webp', 'gif', 'avif', 'heic'];

/**
 * A picture as another: upright, in sRGB, without what the camera wrote into it; see-through parts of a JPG are white.
 * Of one that moves, the first frame, but all of them as a GIF.
 */
export async function convertPicture(
  bytes: Uint8Array,
  to: PictureTarget,
  limits: Pick<ConversionLimits, 'pixels'> = conversionLimits,
): Promise<Result<Buffer, MediaError>> {
  // The decoder would draw an SVG, and looks for more than we do: nothing comes to it that is none of these.
  const isPicture = readable.includes(
    trueType(Buffer.from(bytes.subarray(0, sniffBytes)), '')?.extension ?? '',
  );
  if (!isPicture) return fail({ code: 'conversion.failed', cause: 'no picture' });
  try {
    // The decoder's own bound counts all frames, and before any of them is unpacked.
    const source = sharp(bytes, {
      failOn: 'error',
      limitInputPixels: limits.pixels,
      animated: to === 'gif',
    });
    source.timeout({ seconds });
    if (to === 'gif') source.gif();
    else if (to === 'png') source.autoOrient().png({ compressionLevel: 8 });
    else source.autoOrient().flatten({ background: '#ffffff' }).jpeg({ quality: 92 });
    return ok(await source.toBuffer());
  } catch (cause) {
    // The decoder's refusals are plain errors without a code; a mistake of ours is a `TypeError` or the like.
    if (!(cause instanceof Error) || cause.constructor !== Error) throw cause;
    const isTooLarge = /exceeds pixel limit|timeout/.test(cause.message);
    return fail({ code: isTooLarge ? 'conversion.too_large' : 'conversion.failed', cause });
  }
}

/** Whether this build of the decoder reads what phones write: most do not, for patents. Found out by trying. */
export async function readsHeic(): Promise<boolean> {
  return (await convertPicture(heicSample, 'png')).ok;
}
