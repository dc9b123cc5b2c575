import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Runs the configuration of deploy/nginx/ in front of `nodes` (`127.0.0.1:port`). */
export async function startNginx(nodes: readonly string[], { listen = '' }: { listen?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-nginx-'));
  // Its workers run as another user.
  chmodSync(folder, 0o755);
  cpSync('deploy/nginx', folder, { recursive: true });
  const port = await freePort();
  const servers = nodes.map((node) => `server ${node} max_fails=0;\n`);
  writeFileSync(join(folder, 'nodes.conf'), servers.join(''));
  writeFileSync(join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\n${listen}`);
  const access = join(folder, 'access.log');
  const { lines, stop } = await startProcess(
    program,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off; error_log stderr notice;'],
    /start worker process /,
    { stdio: ['ignore', openSync(access, 'a'), 'pipe'] },
  );
  return {
    origin: `http://127.0.0.1:${port}`,
    output: () => readFileSync(access, 'utf8') + lines.join('\n'),
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
