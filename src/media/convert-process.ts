import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ProcessEnd {
  /** null where it was ended by a signal, ours among them, or never began. */
  status: number | null;
  output: Buffer;
  /** Wrote more than it may, and was ended. */
  isTooMuch: boolean;
  /** The end of what it said of its troubles. */
  trouble: string;
}

const troubleLength = 2_000;

/**
 * Runs a program by itself: without a shell, without our environment, apart from our folder, ended at once by the
 * signal. Never rejects: a program that can't be started ends without a status.
 * @param files descriptors that it has as 3, 4, …
 */
export async function runProcess(
  program: string,
  args: readonly string[],
  {
    signal,
    maxBytes,
    input = null,
    files = [],
  }: { signal: AbortSignal; maxBytes: number; input?: Buffer | null; files?: readonly number[] },
): Promise<ProcessEnd> {
  const end: ProcessEnd = { status: null, output: Buffer.alloc(0), isTooMuch: false, trouble: '' };
  if (signal.aborted) return end;
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
    end.isTooMuch ||= size > maxBytes;
    if (end.isTooMuch) kill();
    else chunks.push(chunk);
  });
  stderr?.on('data', (chunk: Buffer) => {
    end.trouble = (end.trouble + chunk.toString('latin1')).slice(-troubleLength);
  });
  child.on('error', ({ message }) => {
    end.trouble = message;
  });
  // Whoever ends early does not read what is left for it.
  stdin?.on('error', () => undefined).end(input);
  await once(child, 'close').catch(() => undefined);
  signal.removeEventListener('abort', kill);
  return { ...end, status: child.exitCode, output: Buffer.concat(chunks) };
}
