import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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

/** The built product as its own process on a free port, with a data folder of its own. */
export async function startApp(environment: Record<string, string> = {}): Promise<RunningApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unspool-app-'));
  const child = spawn(process.execPath, ['build/server/main.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'debug',
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
