import { existsSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProcess } from './local-servers.ts';

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

export async function startValkey() {
  const binary = valkeyBinary();
  if (!binary) throw new Error('redis-server is not installed: apt-get install redis-server');
  const folder = mkdtempDisposableSync(join(tmpdir(), 'unspool-valkey-'));
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const launch = () =>
    startProcess(binary, [...settings, '--dir', folder.path], [/ready to accept connections/i]);
  let server = await launch();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => server.stop('SIGKILL'),
    /** Keeps its connections open, but stops responding. */
    freeze: () => void server.child.kill('SIGSTOP'),
    thaw: () => void server.child.kill('SIGCONT'),
    async start() {
      server = await launch();
    },
    async [Symbol.asyncDispose]() {
      await server.stop('SIGKILL');
      folder.remove();
    },
  };
}
