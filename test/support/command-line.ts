import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { readConfig } from '#app/config.ts';
import { runCli } from '#cli/run-cli.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import about from '../../package.json' with { type: 'json' };

interface CommandResult {
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

interface RunningCommand {
  ended: Promise<CommandResult>;
  interrupt(): void;
  closeOutput(): void;
}

interface BuiltCommand {
  start(args: readonly string[], environment: Record<string, string>): RunningCommand;
  run(args: readonly string[], environment: Record<string, string>): Promise<CommandResult>;
  /** With a limit on the file size, in blocks of 512 bytes. */
  runWithin(
    blocks: number,
    args: readonly string[],
    environment: Record<string, string>,
  ): Promise<CommandResult>;
  runRedirected(
    redirection: string,
    args: readonly string[],
    environment: Record<string, string>,
  ): Promise<CommandResult>;
}

const script = resolve('build/cli.js');

/** The bundle that `npm test` has built, as a child process. */
function builtCommand(): BuiltCommand {
  const spawnCommand = (program: string, args: readonly string[], environment: Record<string, string>) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, ...environment },
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
    return { ended, interrupt: () => child.kill('SIGINT'), closeOutput: () => child.stdout.destroy() };
  };
  const start: BuiltCommand['start'] = (args, environment) =>
    spawnCommand(process.execPath, [script, ...args], environment);
  return {
    start,
    run: (args, environment) => start(args, environment).ended,
    runWithin(blocks, args, environment) {
      const limited = ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, script, ...args];
      return spawnCommand('sh', limited, environment).ended;
    },
    runRedirected(redirection, args, environment) {
      const redirected = ['-c', `exec "$0" "$@" ${redirection}`, process.execPath, script, ...args];
      return spawnCommand('sh', redirected, environment).ended;
    },
  };
}

/** Saves the half second that a child process takes to start. */
async function runInProcess(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<CommandResult> {
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
  const command = builtCommand();
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
    runWith: command.run,
    saveWithin: (blocks: number, ...args: string[]) =>
      command.runWithin(blocks, ['-o', out, ...args], fake.environment),
    runRedirected: (redirection: string, ...args: string[]) =>
      command.runRedirected(redirection, args, fake.environment),
    start: (...args: string[]) => command.start(args, fake.environment),
    mediaRequests: () => fake.requests.filter((request) => request.host === 'media'),
    async dispose() {
      await Promise.all([fake[Symbol.asyncDispose](), rm(folder, { recursive: true })]);
    },
  };
}
