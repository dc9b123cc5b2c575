import { join } from 'node:path';
import type { MediaType } from '#threads/contract.ts';
import { type Conversion, conversionLimits } from './contract.ts';
import { type Ffmpeg, probeFfmpeg } from './convert/ffmpeg.ts';
import { canDecodeHeic } from './convert/image.ts';

/** Conversions that this server supports, detected by trial. */
export interface ConversionCapabilities {
  imageExtensions: ReadonlySet<string>;
  ffmpeg: Ffmpeg | null;
  /** Folder for temporary video files. */
  folder: string;
}

const alwaysSupported = ['jpg', 'png', 'webp', 'gif', 'avif'];

export async function detectCapabilities(
  ffmpegPath: string | null,
  dataDir: string,
  log: { info(text: string): void; warn(details: { reason: string }, text: string): void },
): Promise<ConversionCapabilities> {
  const folder = join(dataDir, 'tmp');
  const [heic, probeResult] = await Promise.all([
    canDecodeHeic(),
    ffmpegPath === null ? null : probeFfmpeg(ffmpegPath, folder, conversionLimits),
  ]);
  if (probeResult === null) log.info('FFMPEG_PATH is not set: no video as a GIF, no sound of a video');
  else if (!probeResult.ok)
    log.warn(
      { reason: probeResult.error },
      'FFMPEG_PATH does not work: no video as a GIF, no sound of a video',
    );
  return {
    imageExtensions: new Set(heic ? [...alwaysSupported, 'heic'] : alwaysSupported),
    ffmpeg: probeResult?.ok ? probeResult.value : null,
    folder,
  };
}

export const noCapabilities: ConversionCapabilities = {
  imageExtensions: new Set(),
  ffmpeg: null,
  folder: '',
};

export interface ConvertibleFile {
  type: MediaType;
  format: string;
  durationSeconds: number | null;
  hasAudio: boolean | null;
}

/** Conversions to offer, without the formats that the item already has. */
export function listConversions(
  { imageExtensions, ffmpeg }: Pick<ConversionCapabilities, 'imageExtensions' | 'ffmpeg'>,
  { type, format, durationSeconds, hasAudio }: ConvertibleFile,
  formats: readonly string[],
): Conversion[] {
  const isVideo = format === 'MP4';
  const isImage = imageExtensions.has(format.toLowerCase());
  const isShort = durationSeconds === null ? type === 'gif' : durationSeconds <= conversionLimits.loopSeconds;
  const conversions: Conversion[] = [];
  if (type === 'image' && isImage) conversions.push('jpg', 'png');
  if (type === 'gif' && isImage) conversions.push('gif');
  if (isVideo && ffmpeg && hasAudio === false && isShort) conversions.push('gif');
  if (isVideo && ffmpeg && type === 'video' && hasAudio !== false) conversions.push('m4a');
  return conversions.filter((conversion) => !formats.includes(conversion.toUpperCase()));
}
