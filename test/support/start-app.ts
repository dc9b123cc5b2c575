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
import { startProcess } from './local-servers.ts';

export interface RunningApp extends AsyncDisposable {
  origin: string;
  dataDir: string;
  pid: number;
  output: string[];
  stop(): Promise<number>;
}

/** What most tests start with. */
export const preparedSeeds = ['none', 'demo'];

/**
 * Copies the data of an earlier start if the seed is a prepared one, since the first start of a database is slow. `tree`: a
 * built checkout.
 */
export async function startApp(environment: Record<string, string> = {}, tree = '.'): Promise<RunningApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unspool-app-'));
  const seed = environment.SEED ?? 'none';
  if (!environment.DATABASE_URL && preparedSeeds.includes(seed))
    cpSync(await filledDataDir(seed, tree), dataDir, { recursive: true });
  return startAppIn(dataDir, environment, [], tree);
}

/** Uses the caller's data folder and removes it at the end. `before`: arguments before the command. */
export async function startAppIn(
  dataDir: string,
  environment: Record<string, string> = {},
  before: readonly string[] = [],
  tree = '.',
): Promise<RunningApp> {
  const [command = '', ...args] = [...before, process.execPath, 'build/server/main.js'];
  const { child, lines, ready, stop } = await startProcess(
    command,
    args,
    // The last line of each stream: the log, and what a person reads.
    [/^\{.*"port":(\d+).*"msg":"ready"/, /^Unspool is ready: /],
    {
      cwd: tree,
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
    },
  );
  return {
    origin: `http://127.0.0.1:${ready[1]}`,
    dataDir,
    pid: child.pid ?? 0,
    output: lines,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A data folder after a first start with this seed, without its secret. Created once per build. */
export async function filledDataDir(seed: string, tree = '.'): Promise<string> {
  const filledFolder = join(tree, '.cache/filled-data');
  const build = readFileSync(join(tree, 'build/.unspool-built'), 'utf8').slice(0, 16);
  const folder = join(filledFolder, `${build}-${seed}`);
  if (existsSync(folder)) return folder;
  const fresh = mkdtempSync(join(tmpdir(), 'unspool-first-'));
  const copy = `${fresh}-copy`;
  const app = await startAppIn(fresh, { SEED: seed }, [], tree);
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
