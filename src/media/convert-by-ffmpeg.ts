import type { FileHandle } from 'node:fs/promises';
import { fail, ok, type Result } from '#platform/result.ts';
import type { ConversionLimits, MediaError } from './contract.ts';
import { type ProcessEnd, runProcess } from './convert-process.ts';
import { openScratch } from './convert-scratch.ts';

export interface Ffmpeg {
  /** A silent loop, all of it, as a GIF that goes on for ever. */
  gif(video: FileHandle, signal: AbortSignal): Promise<Result<Buffer, MediaError>>;
  /** The first sound of a video: as it is where that can be, else encoded anew. */
  sound(video: FileHandle, signal: AbortSignal): Promise<Result<Buffer, MediaError>>;
}

type Limits = Pick<ConversionLimits, 'madeBytes' | 'videoPixels'>;

/** What ffmpeg may read by: no network, no list of other files, nothing but the codecs of such videos. */
const codecs =
  'h264,hevc,vp8,libvpx,vp9,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg4,aac,aac_fixed,aac_latm,mp3,mp3float,opus,libopus';
/** The descriptors of `runProcess`, as a program opens them by name. */
const [source, target] = ['/dev/fd/3', '/dev/fd/4'];
const quietly = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-max_alloc', String(256 * 1024 * 1024)];

/** Longest side of a GIF in pixels, and its pictures a second: one in 4 hundredths, the finest step all players keep. */
const longestSide = 640;
const picturesASecond = 25;
const scaled = (side: number) =>
  `scale=w='min(iw,${side})':h='min(ih,${side})':force_original_aspect_ratio=decrease:flags=lanczos`;

export function createFfmpeg(program: string, folder: string, limits: Limits): Ffmpeg {
  const { madeBytes, videoPixels } = limits;
  const video = [
    ...['-protocol_whitelist', 'file', '-f', 'mov', '-codec_whitelist', codecs],
    ...['-max_pixels', String(videoPixels), '-threads', '2', '-i', source],
  ];

  return {
    async gif({ fd }, signal) {
      const options = { signal, maxBytes: madeBytes, files: [fd] };
      // Two passes: in one, all pictures would wait in memory for the palette.
      const palette = await runProcess(
        program,
        [
          ...quietly,
          ...video,
          '-an',
          '-vf',
          `${scaled(longestSide / 2)},palettegen`,
          '-f',
          'image2pipe',
          '-c:v',
          'png',
          'pipe:1',
        ],
        options,
      );
      if (palette.status !== 0) return refuse(palette);
      const frames = `[0:v]${scaled(longestSide)}[frames];[frames][1:v]paletteuse=diff_mode=rectangle`;
      const drawing = ['-lavfi', frames, '-fpsmax', String(picturesASecond), '-loop', '0'];
      const drawn = await runProcess(
        program,
        [
          ...[...quietly, ...video, '-protocol_whitelist', 'pipe', '-f', 'image2pipe', '-c:v', 'png'],
          ...['-i', 'pipe:0', ...drawing, '-an', '-map_metadata', '-1', '-f', 'gif', 'pipe:1'],
        ],
        { ...options, input: palette.output },
      );
      return drawn.status === 0 && drawn.output.length > 0 ? ok(drawn.output) : refuse(drawn);
    },

    async sound({ fd }, signal) {
      const place = await openScratch(folder);
      if (!place.ok) return fail({ code: 'media.busy', cause: place.error.message });
      await using made = place.value;
      const options = { signal, maxBytes: 0, files: [fd, made.fd] };
      const write = (...codec: string[]) =>
        runProcess(
          program,
          [
            ...[
              ...quietly,
              ...video,
              '-map',
              '0:a:0',
              ...codec,
              '-map_metadata',
              '-1',
              '-map_chapters',
              '-1',
            ],
            ...['-movflags', '+faststart', '-fs', String(madeBytes + 1), '-f', 'ipod', '-y', target],
          ],
          options,
        );
      let end = await write('-c:a', 'copy');
      if (end.status !== 0 && !isSilent(end) && !signal.aborted)
        end = await write('-c:a', 'aac', '-b:a', '192k');
      if (end.status !== 0) return isSilent(end) ? fail({ code: 'conversion.no_sound' }) : refuse(end);
      const { size } = await made.stat();
      if (size > madeBytes) return fail({ code: 'conversion.too_large' });
      const bytes = Buffer.alloc(size);
      const { bytesRead } = await made.read(bytes, 0, size, 0);
      return bytesRead === size && size > 0 ? ok(bytes) : refuse(end);
    },
  };
}

/** Whether it is there, and does here what it is wanted for: tried with a video of its own making. */
export async function tryFfmpeg(
  program: string,
  folder: string,
  limits: Limits,
): Promise<Result<Ffmpeg, string>> {
  const signal = AbortSignal.timeout(20_000);
  const version = await runProcess(program, ['-version'], { signal, maxBytes: 100_000 });
  if (version.status !== 0 || !version.output.toString('latin1').startsWith('ffmpeg version'))
    return fail(version.trouble || 'it does not say its version');
  const place = await openScratch(folder);
  if (!place.ok) return fail(place.error.message);
  await using sample = place.value;
  const drawn = await runProcess(
    program,
    [
      ...[...quietly, '-f', 'lavfi', '-i', 'testsrc=d=0.4:s=64x48:r=10', '-f', 'lavfi', '-i', 'sine=d=0.4'],
      ...['-c:v', 'mpeg4', '-c:a', 'aac', '-f', 'mp4', '-y', source],
    ],
    { signal, maxBytes: 0, files: [sample.fd] },
  );
  if (drawn.status !== 0) return fail(drawn.trouble);
  const ffmpeg = createFfmpeg(program, folder, limits);
  for (const made of [await ffmpeg.gif(sample, signal), await ffmpeg.sound(sample, signal)]) {
    if (!made.ok) return fail(String(made.error.cause ?? made.error.code));
  }
  return ok(ffmpeg);
}

const isSilent = ({ trouble }: ProcessEnd) => /matches no streams/.test(trouble);

function refuse({ isTooMuch, trouble }: ProcessEnd): Result<never, MediaError> {
  const isTooLarge = isTooMuch || /picture size \S+ is invalid|max_pixels/i.test(trouble);
  return fail({ code: isTooLarge ? 'conversion.too_large' : 'conversion.failed', cause: trouble });
}
