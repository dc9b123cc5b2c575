import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The machine's own ffmpeg; null where there is none, which it says. Fails where REQUIRE_FFMPEG wants one. */
export function findFfmpeg(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const program = folders.map((folder) => join(folder, 'ffmpeg')).find((path) => existsSync(path)) ?? null;
  if (program) return program;
  if (process.env.REQUIRE_FFMPEG) throw new Error('REQUIRE_FFMPEG is set, and there is no ffmpeg here');
  process.stdout.write('No ffmpeg here: what needs one is skipped.\n');
  return null;
}

/** A little MP4 of the machine's ffmpeg's making: `args` say what is in it. */
export function makeVideo(program: string, args: readonly string[]): Buffer {
  const made = spawnSync(
    program,
    [
      ...['-hide_banner', '-nostdin', '-loglevel', 'error', ...args],
      ...['-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4', 'pipe:1'],
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  if (made.status !== 0) throw new Error(made.stderr.toString());
  return made.stdout;
}
