import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

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
