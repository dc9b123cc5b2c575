import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ProcessResult {
  status: number | null;
  output: Buffer;
  isOutputTooLarge: boolean;
  stderr: string;
}

const maxStderrLength = 2_000;

/** No shell and no environment. Never rejects. The program gets `files` as descriptors 3, 4, … */
export async function runProcess(
  program: string,
  args: readonly string[],
  {
    signal,
    maxBytes,
    input = null,
    files = [],
  }: { signal: AbortSignal; maxBytes: number; input?: Buffer | null; files?: readonly number[] },
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
