import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaType } from '#threads/contract.ts';
import { type Conversion, conversionLimits } from './contract.ts';
import { createAudioExtractor, type ExtractAudio } from './convert/audio.ts';
import { type Ffmpeg, probeFfmpeg } from './convert/ffmpeg.ts';

export interface ConversionCapabilities {
  /** Of an extension in lower case. The decoder is loaded for the first HEIC image, not at start-up. */
  canDecode(extension: string): Promise<boolean>;
  extractAudio: ExtractAudio | null;
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
  const probeResult =
    ffmpegPath === null ? null : await probeFfmpeg(ffmpegPath, tempFolder, conversionLimits);
  if (probeResult === null) log.info('FFMPEG_PATH is not set: no GIF from videos');
  else if (!probeResult.ok)
    log.warn({ reason: probeResult.error }, 'FFMPEG_PATH does not work: no GIF from videos');
  const isWritable = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) log.info('DATA_DIR can not be written: no M4A from videos');
  return {
    canDecode: createDecoderCheck((reason) => log.warn({ reason }, 'HEIC images can not be converted')),
    extractAudio: isWritable ? createAudioExtractor() : null,
    ffmpeg: probeResult?.ok ? probeResult.value : null,
    tempFolder,
  };
}

function createDecoderCheck(onError: (reason: string) => void): ConversionCapabilities['canDecode'] {
  /** Most builds of the decoder lack HEIC because of patents. */
  let heic: Promise<boolean> | null = null;
  const checkHeic = async () => (await import('./convert/image.ts')).canDecodeHeic();
  return async (extension) => {
    if (extension !== 'heic') return alwaysSupported.includes(extension);
    heic ??= checkHeic().catch((error: unknown) => {
      onError(String(error));
      return false;
    });
    return heic;
  };
}

export const noCapabilities: ConversionCapabilities = {
  canDecode: async () => false,
  extractAudio: null,
  ffmpeg: null,
  tempFolder: '',
};

export interface ConvertibleFile {
  type: MediaType;
  format: string;
  durationSeconds: number | null;
  hasAudio: boolean | null;
}

export async function listConversions(
  { canDecode, extractAudio, ffmpeg }: Omit<ConversionCapabilities, 'tempFolder'>,
  { type, format, durationSeconds, hasAudio }: ConvertibleFile,
  existingFormats: readonly string[],
): Promise<Conversion[]> {
  const isVideo = format === 'MP4';
  const isImage = !isVideo && (await canDecode(format.toLowerCase()));
  const isShort =
    durationSeconds === null ? type === 'gif' : durationSeconds <= conversionLimits.maxGifSeconds;
  const conversions: Conversion[] = [];
  if (type === 'image' && isImage) conversions.push('jpg', 'png');
  if (type === 'gif' && isImage) conversions.push('gif');
  if (isVideo && ffmpeg && hasAudio === false && isShort) conversions.push('gif');
  if (isVideo && extractAudio && type === 'video' && hasAudio !== false) conversions.push('m4a');
  return conversions.filter((conversion) => !existingFormats.includes(conversion.toUpperCase()));
}
