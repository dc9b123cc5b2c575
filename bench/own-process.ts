/** Parts of a measurement in processes of their own; they end with ours. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export function forkPart(file: string, ...args: string[]): ChildProcess {
  return fork(new URL(file, import.meta.url), args);
}

/** Resolves with the process and the first thing it says: where it listens. */
export async function startPart<T>(file: string, ...args: string[]): Promise<[ChildProcess, T]> {
  const child = forkPart(file, ...args);
  const [message] = await once(child, 'message');
  return [child, message as T];
}

export async function askPart<T>(child: ChildProcess, message: object): Promise<T> {
  const answer = once(child, 'message');
  child.send(message);
  return (await answer)[0] as T;
}
