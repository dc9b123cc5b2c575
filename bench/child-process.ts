import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A process of its own for a measurement. It exits with its parent. */
export interface Child extends Disposable {
  pid: number;
  call<T>(message: object): Promise<T>;
}

export function forkChild(file: string, ...args: string[]): Child {
  return toChild(fork(new URL(file, import.meta.url), args));
}

/** Returns the process and its first message, the port it listens on. */
export async function startServer(file: string, ...args: string[]): Promise<Child & { port: number }> {
  const child = fork(new URL(file, import.meta.url), args);
  const [port] = (await once(child, 'message')) as [number];
  return { ...toChild(child), port };
}

function toChild(child: ChildProcess): Child {
  return {
    pid: child.pid ?? 0,
    async call<T>(message: object) {
      const reply = once(child, 'message');
      child.send(message);
      return (await reply)[0] as T;
    },
    [Symbol.dispose]: () => child.disconnect(),
  };
}
