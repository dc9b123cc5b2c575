import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempDisposableSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProcess } from './local-servers.ts';

const program = 'nginx';

/** Prints a message if nginx isn't installed. Throws instead if REQUIRE_NGINX is set. */
export function hasNginx(): boolean {
  const isInstalled = spawnSync(program, ['-v']).status === 0;
  if (!isInstalled && process.env.REQUIRE_NGINX)
    throw new Error('REQUIRE_NGINX is set, but nginx is not installed');
  if (!isInstalled) process.stdout.write('nginx is not installed: tests that need it are skipped.\n');
  return isInstalled;
}

/** `configure` writes `nginx.conf` into the folder, for a server that listens on the port. */
export async function launchNginx(configure: (folder: string, port: number) => void) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'unspool-nginx-'));
  // Its workers run as another user.
  chmodSync(folder.path, 0o755);
  const port = await freePort();
  configure(folder.path, port);
  const access = join(folder.path, 'access.log');
  const { lines, stop } = await startProcess(
    program,
    ['-p', folder.path, '-c', join(folder.path, 'nginx.conf'), '-g', 'daemon off; error_log stderr notice;'],
    [/start worker process /],
    { stdio: ['ignore', openSync(access, 'a'), 'pipe'] },
  );
  return {
    origin: `http://127.0.0.1:${port}`,
    output: () => readFileSync(access, 'utf8') + lines.join('\n'),
    async [Symbol.asyncDispose]() {
      await stop();
      folder.remove();
    },
  };
}

/** Runs the configuration of deploy/nginx/ in front of `nodes` (`127.0.0.1:port`). */
export function startNginx(nodes: readonly string[], { listen = '' }: { listen?: string } = {}) {
  return launchNginx((folder, port) => {
    cpSync('deploy/nginx', folder, { recursive: true });
    const servers = nodes.map((node) => `server ${node} max_fails=0;\n`);
    writeFileSync(join(folder, 'nodes.conf'), servers.join(''));
    writeFileSync(join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\n${listen}`);
  });
}
