import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './postgres-server.ts';

const program = 'nginx';

export interface Nginx extends AsyncDisposable {
  origin: string;
  output(): string;
}

/** Prints a message if nginx isn't installed. Throws instead if REQUIRE_NGINX is set. */
export function hasNginx(): boolean {
  const isInstalled = spawnSync(program, ['-v']).status === 0;
  if (!isInstalled && process.env.REQUIRE_NGINX)
    throw new Error('REQUIRE_NGINX is set, but nginx is not installed');
  if (!isInstalled) process.stdout.write('nginx is not installed: tests that need it are skipped.\n');
  return isInstalled;
}

/** Runs the configuration of deploy/nginx/ in front of `nodes` (`127.0.0.1:port`). */
export async function startNginx(
  nodes: readonly string[],
  { trust, listen = '' }: { trust?: string; listen?: string } = {},
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-nginx-'));
  // Its workers run as another user.
  chmodSync(folder, 0o755);
  cpSync('deploy/nginx', folder, { recursive: true });
  const port = await freePort();
  const servers = nodes.map((node) => `server ${node} max_fails=0;\n`);
  writeFileSync(join(folder, 'nodes.conf'), servers.join(''));
  writeFileSync(join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\n${listen}`);
  if (trust) writeFileSync(join(folder, 'trust.conf'), `proxy_ssl_trusted_certificate ${trust};\n`);
  const access = join(folder, 'access.log');
  const child = spawn(
    program,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off; error_log stderr notice;'],
    { stdio: ['ignore', openSync(access, 'a'), 'pipe'] },
  );
  const lines: string[] = [];
  await untilStarted(child, lines);
  return {
    origin: `http://127.0.0.1:${port}`,
    output: () => readFileSync(access, 'utf8') + lines.join('\n'),
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function untilStarted(child: ChildProcess, lines: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!child.stderr) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line);
      if (/start worker process /.test(line)) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`nginx did not start:\n${lines.join('\n')}`)));
  });
}
