import { join } from 'node:path';
import type { MediaType } from '#threads/contract.ts';
import { type Conversion, conversionLimits } from './contract.ts';
import { type Ffmpeg, probeFfmpeg } from './convert/ffmpeg.ts';
import { canDecodeHeic } from './convert/image.ts';

export interface ConversionCapabilities {
  imageExtensions: ReadonlySet<string>;
  ffmpeg: Ffmpeg | null;
  tempFolder: string;
}

const alwaysSupported = ['jpg', 'png', 'webp', 'gif', 'avif'];

export async function detectCapabilities(
  ffmpegPath: string | null,
  dataDir: string,
  log: { info(text: string): void; warn(details: { reason: string }, text: string): void },
): Promise<ConversionCapabilities> {
  const tempFolder = join(dataDir, 'tmp');
  const [heic, probeResult] = await Promise.all([
    canDecodeHeic(),
    ffmpegPath === null ? null : probeFfmpeg(ffmpegPath, tempFolder, conversionLimits),
  ]);
  if (probeResult === null) log.info('FFMPEG_PATH is not set: no GIF or M4A from videos');
  else if (!probeResult.ok)
    log.warn({ reason: probeResult.error }, 'FFMPEG_PATH does not work: no GIF or M4A from videos');
  return {
    imageExtensions: new Set(heic ? [...alwaysSupported, 'heic'] : alwaysSupported),
    ffmpeg: probeResult?.ok ? probeResult.value : null,
    tempFolder,
  };
}

export const noCapabilities: ConversionCapabilities = {
  imageExtensions: new Set(),
  ffmpeg: null,
  tempFolder: '',
};

export interface ConvertibleFile {
  type: MediaType;
  format: string;
  durationSeconds: number | null;
  hasAudio: boolean | null;
}

export function listConversions(
  { imageExtensions, ffmpeg }: Pick<ConversionCapabilities, 'imageExtensions' | 'ffmpeg'>,
  { type, format, durationSeconds, hasAudio }: ConvertibleFile,
  existingFormats: readonly string[],
): Conversion[] {
  const isVideo = format === 'MP4';
  const isImage = imageExtensions.has(format.toLowerCase());
  const isShort =
    durationSeconds === null ? type === 'gif' : durationSeconds <= conversionLimits.maxGifSeconds;
  const conversions: Conversion[] = [];
  if (type === 'image' && isImage) conversions.push('jpg', 'png');
  if (type === 'gif' && isImage) conversions.push('gif');
  if (isVideo && ffmpeg && hasAudio === false && isShort) conversions.push('gif');
  if (isVideo && ffmpeg && type === 'video' && hasAudio !== false) conversions.push('m4a');
  return conversions.filter((conversion) => !existingFormats.includes(conversion.toUpperCase()));
}
