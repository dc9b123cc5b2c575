import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Load, LoadResult } from './relay-load.ts';

/** Child processes for measurements. They exit with their parent. */

export function forkChild(file: string, ...args: string[]): ChildProcess {
  return fork(new URL(file, import.meta.url), args);
}

/** Returns the process and its first message, the port or URL it listens on. */
export async function startChild<T>(file: string, ...args: string[]): Promise<[ChildProcess, T]> {
  const child = forkChild(file, ...args);
  const [message] = await once(child, 'message');
  return [child, message as T];
}

export async function callChild<T>(child: ChildProcess, message: object): Promise<T> {
  const reply = once(child, 'message');
  child.send(message);
  return (await reply)[0] as T;
}

/** Downloads the file in all streams at once, `repeats` times. Throws if a stream is incomplete. */
export async function measureLoad(load: ChildProcess, options: Load, repeats: number) {
  let seconds = 0;
  let firstByteMs = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const result = await callChild<LoadResult>(load, options);
    if (result.failed > 0)
      throw new Error(`${options.url}: ${result.failed} of ${options.streams} streams were incomplete`);
    seconds += result.seconds;
    firstByteMs += result.firstByteMs / repeats;
  }
  const gigabytes = (options.size * options.streams * repeats) / 1e9;
  return { gigabytes, megabytesPerSecond: (gigabytes * 1000) / seconds, firstByteMs };
}
