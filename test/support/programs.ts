import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

export type Program = 'bsdtar' | 'busybox' | 'java' | 'openssl' | 'python3' | 'unzip';

/** For processes that run from source: most of their start-up time is removing types and compiling. */
export const compileCache = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') };

/** Whether to run tests that need it. Throws instead of returning false if REQUIRE_PROGRAMS is set. */
export function hasProgram(name: Program): boolean {
  const isInstalled = spawnSync(name, [name === 'unzip' ? '-v' : '--version']).error === undefined;
  if (!isInstalled && process.env.REQUIRE_PROGRAMS)
    throw new Error(`REQUIRE_PROGRAMS is set, but ${name} is not installed`);
  return isInstalled;
}

/** The installed ffmpeg; null, with a message, if there is none. Throws instead if REQUIRE_FFMPEG is set. */
export function findFfmpeg(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const program = folders.map((folder) => join(folder, 'ffmpeg')).find((path) => existsSync(path)) ?? null;
  if (program) return program;
  if (process.env.REQUIRE_FFMPEG) throw new Error('REQUIRE_FFMPEG is set, but ffmpeg is not installed');
  process.stdout.write('ffmpeg is not installed: tests that need it are skipped.\n');
  return null;
}

export function makeVideo(program: string, args: readonly string[]): Buffer {
  const result = spawnSync(
    program,
    [
      ...['-hide_banner', '-nostdin', '-loglevel', 'error', ...args],
      ...['-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4', 'pipe:1'],
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  if (result.status !== 0) throw new Error(result.stderr.toString());
  return result.stdout;
}
