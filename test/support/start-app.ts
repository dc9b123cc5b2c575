import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RunningApp extends AsyncDisposable {
  origin: string;
  dataDir: string;
  pid: number;
  /** Every line the process wrote, standard output and error. */
  output: string[];
  /** Sends SIGTERM and gives the exit code. */
  stop(): Promise<number>;
}

/**
 * The built product as its own process on a free port, with a data folder of its own: a copy of one that was filled
 * before, by SEED (`none` unless named), so that not every test waits for the first start of a database.
 */
export async function startApp(environment: Record<string, string> = {}): Promise<RunningApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unspool-app-'));
  if (!environment.DATABASE_URL)
    cpSync(await filledDataDir(environment.SEED ?? 'none'), dataDir, { recursive: true });
  return startAppIn(dataDir, environment);
}

/**
 * The same in a folder of the caller's, which may be empty: then it is a first start. Removed at the end. `before`: what
 * stands before the command.
 */
export async function startAppIn(
  dataDir: string,
  environment: Record<string, string> = {},
  before: readonly string[] = [],
): Promise<RunningApp> {
  const [command = '', ...words] = [...before, process.execPath, 'build/server/main.js'];
  const child = spawn(command, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'debug',
      SEED: 'none',
      // One address asks for everything here; what limits do has tests of its own.
      LIMITS_SCALE: '1000',
      ...environment,
    },
  });
  const output: string[] = [];
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const port = await readPort(child, output, ended);
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    output,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function readPort(child: ChildProcess, output: string[], ended: Promise<number>): Promise<number> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        const port = /^\{.*"port":(\d+).*"msg":"ready"/.exec(line)?.[1];
        if (port) resolve(Number(port));
      });
    }
    ended.then((code) => reject(new Error(`the product ended with ${code}: ${output.join('\n')}`)));
  });
}

const filledFolder = '.cache/filled-data';

/** A data folder as a first start with this seed leaves it, without its secret; made once for each build. */
export async function filledDataDir(seed: string): Promise<string> {
  const build = readFileSync('build/.unspool-built', 'utf8').slice(0, 16);
  const folder = join(filledFolder, `${build}-${seed}`);
  if (existsSync(folder)) return folder;
  const fresh = mkdtempSync(join(tmpdir(), 'unspool-first-'));
  const kept = `${fresh}-kept`;
  const app = await startAppIn(fresh, { SEED: seed });
  await app.stop();
  cpSync(fresh, kept, { recursive: true });
  await app[Symbol.asyncDispose]();
  rmSync(join(kept, 'app-secret'), { force: true });
  mkdirSync(filledFolder, { recursive: true });
  for (const old of readdirSync(filledFolder)) {
    if (!old.startsWith(build)) rmSync(join(filledFolder, old), { recursive: true, force: true });
  }
  cpSync(kept, `${folder}.new`, { recursive: true });
  rmSync(kept, { recursive: true });
  if (!existsSync(folder)) renameSync(`${folder}.new`, folder);
  return folder;
}
