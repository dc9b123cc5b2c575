import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { fail, ok, type Result } from '#platform/result.ts';
import type { ConversionLimits, MediaError } from '../contract.ts';
import { openTempFile } from './temp-file.ts';

export interface Ffmpeg {
  createGif(video: FileHandle, signal: AbortSignal): Promise<Result<Buffer, MediaError>>;
}

type Limits = Pick<ConversionLimits, 'outputBytes' | 'videoPixels'>;

/** Together with the protocol whitelist: no network, and no lists of other files. */
const codecs =
  'h264,hevc,vp8,libvpx,vp9,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg4,aac,aac_fixed,aac_latm,mp3,mp3float,opus,libopus';

const source = '/dev/fd/3';
/** No argument contains a space. */
const toArgs = (commandLine: string) => commandLine.split(' ');
const commonArgs = toArgs(`-hide_banner -nostdin -loglevel error -max_alloc ${256 * 1024 * 1024}`);

const maxSide = 640;
/** A delay of 40 ms, the shortest that all players respect. */
const framesPerSecond = 25;
const scaleFilter = (side: number) =>
  `scale=w='min(iw,${side})':h='min(ih,${side})':force_original_aspect_ratio=decrease:flags=lanczos`;

export function createFfmpeg(program: string, limits: Limits): Ffmpeg {
  const { outputBytes, videoPixels } = limits;
  const video = toArgs(
    `-protocol_whitelist file -f mov -codec_whitelist ${codecs} -max_pixels ${videoPixels} -threads 2 -i ${source}`,
  );
  const run = (args: string, options: ProcessOptions) =>
    runProcess(program, [...commonArgs, ...video, ...toArgs(args)], options);

  return {
    async createGif({ fd }, signal) {
      const options = { signal, maxBytes: outputBytes, files: [fd] };
      // Two passes: a single one holds all frames in memory until the palette is ready.
      const palette = await run(
        `-an -vf ${scaleFilter(maxSide / 2)},palettegen -f image2pipe -c:v png pipe:1`,
        options,
      );
      if (palette.status !== 0) return conversionError(palette);
      const frames = `[0:v]${scaleFilter(maxSide)}[frames];[frames][1:v]paletteuse=diff_mode=rectangle`;
      const gif = await run(
        `-protocol_whitelist pipe -f image2pipe -c:v png -i pipe:0 -lavfi ${frames} -fpsmax ${framesPerSecond} -loop 0 -an -map_metadata -1 -f gif pipe:1`,
        { ...options, input: palette.output },
      );
      return gif.status === 0 && gif.output.length > 0 ? ok(gif.output) : conversionError(gif);
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
    [...commonArgs, ...toArgs(`-f lavfi -i testsrc=d=0.4:s=64x48:r=10 -c:v mpeg4 -f mp4 -y ${source}`)],
    { signal, maxBytes: 0, files: [sample.fd] },
  );
  if (sampleProcess.status !== 0) return fail(sampleProcess.stderr);
  const ffmpeg = createFfmpeg(program, limits);
  const result = await ffmpeg.createGif(sample, signal);
  if (!result.ok) return fail(String(result.error.cause ?? result.error.code));
  return ok(ffmpeg);
}

function conversionError({ isOutputTooLarge, stderr }: ProcessResult): Result<never, MediaError> {
  const isTooLarge = isOutputTooLarge || /picture size \S+ is invalid|max_pixels/i.test(stderr);
  return fail({ code: isTooLarge ? 'conversion.too_large' : 'conversion.failed', cause: stderr });
}

interface ProcessResult {
  status: number | null;
  output: Buffer;
  isOutputTooLarge: boolean;
  stderr: string;
}

interface ProcessOptions {
  signal: AbortSignal;
  maxBytes: number;
  input?: Buffer;
  /** The program gets them as descriptors 3, 4, … */
  files?: readonly number[];
}

const maxStderrLength = 2_000;

/** No shell and no environment. Never rejects. */
async function runProcess(
  program: string,
  args: readonly string[],
  { signal, maxBytes, input, files = [] }: ProcessOptions,
): Promise<ProcessResult> {
  const result: ProcessResult = {
    status: null,
    output: Buffer.alloc(0),
    isOutputTooLarge: false,
    stderr: '',
  };
  if (signal.aborted) return result;
  const options: SpawnOptions = {
    cwd: '/',
    env: {},
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe', ...files],
    windowsHide: true,
  };
  const child = spawn(program, args, options);
  const { stdin, stdout, stderr } = child;
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  const chunks: Buffer[] = [];
  let size = 0;
  stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    result.isOutputTooLarge ||= size > maxBytes;
    if (result.isOutputTooLarge) kill();
    else chunks.push(chunk);
  });
  stderr?.on('data', (chunk: Buffer) => {
    result.stderr = (result.stderr + chunk.toString('latin1')).slice(-maxStderrLength);
  });
  child.on('error', ({ message }) => {
    result.stderr = message;
  });
  // A program that exits early does not read the rest of its input.
  stdin?.on('error', () => undefined).end(input);
  await once(child, 'close').catch(() => undefined);
  signal.removeEventListener('abort', kill);
  return { ...result, status: child.exitCode, output: Buffer.concat(chunks) };
}
