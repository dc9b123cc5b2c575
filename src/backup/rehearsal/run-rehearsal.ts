import { fork } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail } from '#platform/result.ts';
import { rehearsalMsMax } from '../rehearsal-contract.ts';
import { toRehearsalError } from './rehearsal-failure.ts';
import type { RehearsalReply } from './rehearsal-process.ts';

/** Next to this module, and in the build next to the bundle that has it. */
export const rehearsalProcess = new URL(`rehearsal-process${extname(import.meta.url)}`, import.meta.url);

const heapMb = 512;

interface RehearsalRun {
  path: string;
  /** Doesn't exist. The caller deletes it. */
  folder: string;
  signal: AbortSignal;
  /** Of the process. On a busy machine, the default can take minutes. */
  priority?: number;
  /** As of `DatabaseDeps`. */
  emptyDatabase?: string;
}

/** Rejects if `signal` is aborted. */
export async function runRehearsal(run: RehearsalRun): Promise<RehearsalReply> {
  await mkdir(run.folder, { recursive: true, mode: 0o700 });
  return runProcess(run);
}

/** A killed server's rehearsal may still be ending. */
export function removeScratchFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Without the environment: it needs no secret. Libraries may print names, so its output is discarded. */
async function runProcess(run: RehearsalRun): Promise<RehearsalReply> {
  const { path, folder, signal, priority = constants.priority.PRIORITY_LOW, emptyDatabase } = run;
  const args = [path, folder, String(priority), ...(emptyDatabase === undefined ? [] : [emptyDatabase])];
  const child = fork(fileURLToPath(rehearsalProcess), args, {
    env: {},
    execArgv: [`--max-old-space-size=${heapMb}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const ended = Promise.withResolvers<void>();
  let reply = null as RehearsalReply | null;
  let isTooSlow = false;
  child.on('message', (message) => {
    reply = message as RehearsalReply;
  });
  child.on('error', (error) => {
    reply ??= fail(toRehearsalError(error, path));
    ended.resolve();
  });
  child.on('exit', (_exitCode, killedBy) => {
    // By a signal: out of memory, probably.
    const code = killedBy === null ? 'rehearsal.failed' : 'rehearsal.interrupted';
    reply ??= fail({ code, reason: killedBy ?? 'exit' });
    ended.resolve();
  });
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  const timer = setTimeout(() => {
    isTooSlow = true;
    kill();
  }, rehearsalMsMax);
  if (signal.aborted) kill();
  await ended.promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', kill);
  signal.throwIfAborted();
  if (isTooSlow) return fail({ code: 'rehearsal.timeout' });
  return reply ?? fail({ code: 'rehearsal.failed' });
}
