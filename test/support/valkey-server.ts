import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface ValkeyServer extends AsyncDisposable {
  url: string;
  kill(): Promise<void>;
  /** Keeps its connections open, but stops responding. */
  freeze(): void;
  thaw(): void;
  start(): Promise<void>;
}

const binaryPaths = ['/usr/bin/valkey-server', '/usr/bin/redis-server'];

/** Valkey or the wire-compatible redis-server; null if neither is installed. */
export function valkeyBinary(): string | null {
  return binaryPaths.find((path) => existsSync(path)) ?? null;
}

/** Whether to skip tests that need the server. Throws instead if REQUIRE_VALKEY is set. */
export function withoutValkey(): boolean {
  if (valkeyBinary()) return false;
  if (process.env.REQUIRE_VALKEY) throw new Error('REQUIRE_VALKEY is set, but redis-server is not installed');
  return true;
}

export async function startValkey(): Promise<ValkeyServer> {
  const binary = valkeyBinary();
  if (!binary) throw new Error('redis-server is not installed: apt-get install redis-server');
  const folder = mkdtempSync(join(tmpdir(), 'unspool-valkey-'));
  const port = await freePort();
  let server = await launch(binary, port, folder);
  const kill = () =>
    new Promise<void>((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) return resolve();
      server.once('exit', () => resolve());
      server.kill('SIGKILL');
    });
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    async start() {
      server = await launch(binary, port, folder);
    },
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(binary: string, port: number, folder: string): Promise<ChildProcess> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(binary, [...settings, '--dir', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      if (/ready to accept connections/i.test(line)) resolve();
    });
    child.once('exit', () => reject(new Error(`the server did not start:\n${lines.join('\n')}`)));
  });
  return child;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
