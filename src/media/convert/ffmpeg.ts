import type { FileHandle } from 'node:fs/promises';
import { fail, ok, type Result } from '#platform/result.ts';
import type { ConversionLimits, MediaError } from '../contract.ts';
import { type ProcessResult, runProcess } from './run-process.ts';
import { openTempFile } from './temp-file.ts';

export interface Ffmpeg {
  createGif(video: FileHandle, signal: AbortSignal): Promise<Result<Buffer, MediaError>>;
  extractAudio(video: FileHandle, signal: AbortSignal): Promise<Result<Buffer, MediaError>>;
}

type Limits = Pick<ConversionLimits, 'outputBytes' | 'videoPixels'>;

/** Together with the protocol whitelist: no network, and no lists of other files. */
const codecs =
  'h264,hevc,vp8,libvpx,vp9,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg4,aac,aac_fixed,aac_latm,mp3,mp3float,opus,libopus';

const [source, target] = ['/dev/fd/3', '/dev/fd/4'];
const commonArgs = [
  '-hide_banner',
  '-nostdin',
  '-loglevel',
  'error',
  '-max_alloc',
  String(256 * 1024 * 1024),
];

const maxSide = 640;
/** A delay of 40 ms, the shortest that all players respect. */
const framesPerSecond = 25;
const scaleFilter = (side: number) =>
  `scale=w='min(iw,${side})':h='min(ih,${side})':force_original_aspect_ratio=decrease:flags=lanczos`;

export function createFfmpeg(program: string, tempFolder: string, limits: Limits): Ffmpeg {
  const { outputBytes, videoPixels } = limits;
  const video = [
    '-protocol_whitelist',
    'file',
    '-f',
    'mov',
    '-codec_whitelist',
    codecs,
    '-max_pixels',
    String(videoPixels),
    '-threads',
    '2',
    '-i',
    source,
  ];

  return {
    async createGif({ fd }, signal) {
      const options = { signal, maxBytes: outputBytes, files: [fd] };
      // Two passes: a single one holds all frames in memory until the palette is ready.
      const palette = await runProcess(
        program,
        [
          ...commonArgs,
          ...video,
          '-an',
          '-vf',
          `${scaleFilter(maxSide / 2)},palettegen`,
          '-f',
          'image2pipe',
          '-c:v',
          'png',
          'pipe:1',
        ],
        options,
      );
      if (palette.status !== 0) return conversionError(palette);
      const frames = `[0:v]${scaleFilter(maxSide)}[frames];[frames][1:v]paletteuse=diff_mode=rectangle`;
      const outputArgs = ['-lavfi', frames, '-fpsmax', String(framesPerSecond), '-loop', '0'];
      const gif = await runProcess(
        program,
        [
          ...commonArgs,
          ...video,
          '-protocol_whitelist',
          'pipe',
          '-f',
          'image2pipe',
          '-c:v',
          'png',
          '-i',
          'pipe:0',
          ...outputArgs,
          '-an',
          '-map_metadata',
          '-1',
          '-f',
          'gif',
          'pipe:1',
        ],
        { ...options, input: palette.output },
      );
      return gif.status === 0 && gif.output.length > 0 ? ok(gif.output) : conversionError(gif);
    },

    async extractAudio({ fd }, signal) {
      const tempFile = await openTempFile(tempFolder);
      if (!tempFile.ok) return fail({ code: 'media.busy', cause: tempFile.error.message });
      await using output = tempFile.value;
      const options = { signal, maxBytes: 0, files: [fd, output.fd] };
      const write = (...codec: string[]) =>
        runProcess(
          program,
          [
            ...commonArgs,
            ...video,
            '-map',
            '0:a:0',
            ...codec,
            '-map_metadata',
            '-1',
            '-map_chapters',
            '-1',
            '-movflags',
            '+faststart',
            '-fs',
            String(outputBytes + 1),
            '-f',
            'ipod',
            '-y',
            target,
          ],
          options,
        );
      let result = await write('-c:a', 'copy');
      if (result.status !== 0 && !hasNoAudioStream(result) && !signal.aborted)
        result = await write('-c:a', 'aac', '-b:a', '192k');
      if (result.status !== 0)
        return hasNoAudioStream(result) ? fail({ code: 'conversion.no_sound' }) : conversionError(result);
      const { size } = await output.stat();
      if (size > outputBytes) return fail({ code: 'conversion.too_large' });
      const bytes = Buffer.alloc(size);
      const { bytesRead } = await output.read(bytes, 0, size, 0);
      return bytesRead === size && size > 0 ? ok(bytes) : conversionError(result);
    },
  };
}

export async function probeFfmpeg(
  program: string,
  tempFolder: string,
  limits: Limits,
): Promise<Result<Ffmpeg, string>> {
  const signal = AbortSignal.timeout(20_000);
  const version = await runProcess(program, ['-version'], { signal, maxBytes: 100_000 });
  if (version.status !== 0 || !version.output.toString('latin1').startsWith('ffmpeg version'))
    return fail(version.stderr || 'not an ffmpeg program');
  const tempFile = await openTempFile(tempFolder);
  if (!tempFile.ok) return fail(tempFile.error.message);
  await using sample = tempFile.value;
  const sampleProcess = await runProcess(
    program,
    [
      ...commonArgs,
      '-f',
      'lavfi',
      '-i',
      'testsrc=d=0.4:s=64x48:r=10',
      '-f',
      'lavfi',
      '-i',
      'sine=d=0.4',
      '-c:v',
      'mpeg4',
      '-c:a',
      'aac',
      '-f',
      'mp4',
      '-y',
      source,
    ],
    { signal, maxBytes: 0, files: [sample.fd] },
  );
  if (sampleProcess.status !== 0) return fail(sampleProcess.stderr);
  const ffmpeg = createFfmpeg(program, tempFolder, limits);
  for (const result of [await ffmpeg.createGif(sample, signal), await ffmpeg.extractAudio(sample, signal)]) {
    if (!result.ok) return fail(String(result.error.cause ?? result.error.code));
  }
  return ok(ffmpeg);
}

const hasNoAudioStream = ({ stderr }: ProcessResult) => /matches no streams/.test(stderr);

function conversionError({ isOutputTooLarge, stderr }: ProcessResult): Result<never, MediaError> {
  const isTooLarge = isOutputTooLarge || /picture size \S+ is invalid|max_pixels/i.test(stderr);
  return fail({ code: isTooLarge ? 'conversion.too_large' : 'conversion.failed', cause: stderr });
}
