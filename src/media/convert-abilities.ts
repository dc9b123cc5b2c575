import { join } from 'node:path';
import type { MediaType } from '#threads/contract.ts';
import { type Conversion, conversionLimits } from './contract.ts';
import { type Ffmpeg, tryFfmpeg } from './convert-by-ffmpeg.ts';
import { readsHeic } from './convert-picture.ts';

/** What this server can turn files into, found out by trying. */
export interface Abilities {
  /** Extensions of pictures that it can read. */
  pictures: ReadonlySet<string>;
  /** null where the operator has none, or it does not work. */
  ffmpeg: Ffmpeg | null;
  /** Where files without a name are kept while a video is read. */
  folder: string;
}

const alwaysRead = ['jpg', 'png', 'webp', 'gif', 'avif'];

/** @param ffmpegPath as the operator gives it; null where there is none */
export async function findAbilities(
  ffmpegPath: string | null,
  dataDir: string,
  log: { info(text: string): void; warn(details: { reason: string }, text: string): void },
): Promise<Abilities> {
  const folder = join(dataDir, 'tmp');
  const [heic, tried] = await Promise.all([
    readsHeic(),
    ffmpegPath === null ? null : tryFfmpeg(ffmpegPath, folder, conversionLimits),
  ]);
  if (tried === null) log.info('FFMPEG_PATH is not set: no video as a GIF, no sound of a video');
  else if (!tried.ok)
    log.warn({ reason: tried.error }, 'FFMPEG_PATH does not work: no video as a GIF, no sound of a video');
  return {
    pictures: new Set(heic ? [...alwaysRead, 'heic'] : alwaysRead),
    ffmpeg: tried?.ok ? tried.value : null,
    folder,
  };
}

/** Nothing is turned into anything. */
export const noAbilities: Abilities = { pictures: new Set(), ffmpeg: null, folder: '' };

/** What is known of a file before it is fetched. */
export interface PromisedFile {
  type: MediaType;
  /** Upper case: WEBP. */
  format: string;
  durationSeconds: number | null;
  hasAudio: boolean | null;
}

/** What a file is offered as, besides what it and its item's other files are already. */
export function offeredConversions(
  { pictures, ffmpeg }: Pick<Abilities, 'pictures' | 'ffmpeg'>,
  { type, format, durationSeconds, hasAudio }: PromisedFile,
  formats: readonly string[],
): Conversion[] {
  const isVideo = format === 'MP4';
  const isPicture = pictures.has(format.toLowerCase());
  const isShort = durationSeconds === null ? type === 'gif' : durationSeconds <= conversionLimits.loopSeconds;
  const offered: Conversion[] = [];
  if (type === 'image' && isPicture) offered.push('jpg', 'png');
  if (type === 'gif' && isPicture) offered.push('gif');
  if (isVideo && ffmpeg && hasAudio === false && isShort) offered.push('gif');
  if (isVideo && ffmpeg && type === 'video' && hasAudio !== false) offered.push('m4a');
  return offered.filter((one) => !formats.includes(one.toUpperCase()));
}
