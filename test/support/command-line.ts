import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { readConfig } from '#app/config.ts';
import { runCli } from '#cli/run-cli.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import about from '../../package.json' with { type: 'json' };
import { compileCache } from './programs.ts';

interface CommandResult {
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

type Environment = Record<string, string>;

/** The bundle that `npm test` has built, as a child process. `shell`: starts it, as `"$0" "$@"`. */
function startBuilt(args: readonly string[], environment: Environment, shell?: string) {
  const command = [process.execPath, resolve('build/cli.js'), ...args];
  const child = spawn('sh', ['-c', shell ?? 'exec "$0" "$@"', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Not if the shell limits what may be written.
    env: { PATH: process.env.PATH, ...(shell === undefined && compileCache), ...environment },
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString() }),
    );
  });
  return {
    ended,
    pid: child.pid,
    /** So far. */
    stderr: () => Buffer.concat(err).toString(),
    interrupt: () => child.kill('SIGINT'),
    send: (signal: NodeJS.Signals) => child.kill(signal),
    closeOutput: () => child.stdout.destroy(),
  };
}

/** Saves the half second that a child process takes to start. */
async function runInProcess(args: readonly string[], environment: Environment): Promise<CommandResult> {
  const config = readConfig(environment);
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const [out, err] = [collector(), collector()];
  const code = await runCli({
    args,
    settings: config.value,
    version: about.version,
    stdin: () => Readable.from([]),
    stdout: out.stream,
    stderr: err.stream,
    unusedProxy: null,
    isDumb: false,
    signal: new AbortController().signal,
  });
  return { code, stdout: out.bytes(), stderr: err.bytes().toString() };
}

function collector() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, bytes: () => Buffer.concat(chunks) };
}

/** Each test saves into its own folder. Only `run` and `save` run in this process. */
export async function stageCommand() {
  const fake = await startFakeThreads();
  const folder = await mkdtemp(join(tmpdir(), 'unspool-saved-'));
  let count = 0;
  let out = folder;
  return {
    fake,
    folder,
    get out() {
      return out;
    },
    reset() {
      fake.reset();
      count += 1;
      out = join(folder, `case-${count}`);
    },
    run: (...args: string[]) => runInProcess(args, fake.environment),
    save: (...args: string[]) => runInProcess(['-o', out, ...args], fake.environment),
    runWith: (args: readonly string[], environment: Environment) => startBuilt(args, environment).ended,
    /** With a limit on the file size, in blocks of 512 bytes. */
    saveWithin: (blocks: number, ...args: string[]) =>
      startBuilt(['-o', out, ...args], fake.environment, `ulimit -f ${blocks}; exec "$0" "$@"`).ended,
    runRedirected: (redirection: string, ...args: string[]) =>
      startBuilt(args, fake.environment, `exec "$0" "$@" ${redirection}`).ended,
    start: (...args: string[]) => startBuilt(args, fake.environment),
    mediaRequests: () => fake.requests.filter((request) => request.host === 'media'),
    async dispose() {
      await Promise.all([fake[Symbol.asyncDispose](), rm(folder, { recursive: true })]);
    },
  };
}
