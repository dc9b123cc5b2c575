import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function hasProgram(name: 'openssl' | 'python3' | 'unzip'): boolean {
  return spawnSync(name, [name === 'unzip' ? '-v' : '--version']).error === undefined;
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
