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
  output: string[];
  stop(): Promise<number>;
}

/** Copies a data folder that was seeded before, since the first start of a database is slow. */
export async function startApp(environment: Record<string, string> = {}): Promise<RunningApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unspool-app-'));
  if (!environment.DATABASE_URL)
    cpSync(await filledDataDir(environment.SEED ?? 'none'), dataDir, { recursive: true });
  return startAppIn(dataDir, environment);
}

/** Uses the caller's data folder and removes it at the end. `before`: arguments before the command. */
export async function startAppIn(
  dataDir: string,
  environment: Record<string, string> = {},
  before: readonly string[] = [],
): Promise<RunningApp> {
  const [command = '', ...args] = [...before, process.execPath, 'build/server/main.js'];
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'debug',
      SEED: 'none',
      // All requests come from one IP address. Rate limits have their own tests.
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
    ended.then((code) => reject(new Error(`the process exited with ${code}: ${output.join('\n')}`)));
  });
}

const filledFolder = '.cache/filled-data';

/** A data folder after a first start with this seed, without its secret. Created once per build. */
export async function filledDataDir(seed: string): Promise<string> {
  const build = readFileSync('build/.unspool-built', 'utf8').slice(0, 16);
  const folder = join(filledFolder, `${build}-${seed}`);
  if (existsSync(folder)) return folder;
  const fresh = mkdtempSync(join(tmpdir(), 'unspool-first-'));
  const copy = `${fresh}-copy`;
  const app = await startAppIn(fresh, { SEED: seed });
  await app.stop();
  cpSync(fresh, copy, { recursive: true });
  await app[Symbol.asyncDispose]();
  rmSync(join(copy, 'app-secret'), { force: true });
  mkdirSync(filledFolder, { recursive: true });
  for (const old of readdirSync(filledFolder)) {
    if (!old.startsWith(build)) rmSync(join(filledFolder, old), { recursive: true, force: true });
  }
  cpSync(copy, `${folder}.new`, { recursive: true });
  rmSync(copy, { recursive: true });
  if (!existsSync(folder)) renameSync(`${folder}.new`, folder);
  return folder;
}
