import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from './local-servers.ts';
import { hasNginx, startNginx } from './start-nginx.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Proxy extends AsyncDisposable {
  /** Everything it has logged. */
  output(): string;
}

interface ProxyOptions {
  /** Port for HTTPS, on 127.0.0.1. */
  port: number;
  /** Port for HTTP that redirects. */
  redirectPort: number;
  /** `127.0.0.1:port` */
  node: string;
  key: string;
  certificate: string;
}

export type ProxyName = 'caddy' | 'haproxy' | 'nginx';

/** Prints a message if it isn't installed. Throws instead if REQUIRE_CADDY, REQUIRE_HAPROXY or REQUIRE_NGINX is set. */
export function hasProxy(name: ProxyName): boolean {
  if (name === 'nginx') return hasNginx();
  const isInstalled = spawnSync(name, [name === 'caddy' ? 'version' : '-v']).status === 0;
  const required = `REQUIRE_${name.toUpperCase()}`;
  if (!isInstalled && process.env[required])
    throw new Error(`${required} is set, but ${name} is not installed`);
  if (!isInstalled) process.stdout.write(`${name} is not installed: tests that need it are skipped.\n`);
  return isInstalled;
}

/** Starts the example in `deploy/` with other ports, another node and a certificate of the test. */
export async function startProxy(name: ProxyName, options: ProxyOptions): Promise<Proxy> {
  const { port, node, key, certificate } = options;
  if (name === 'nginx')
    return startNginx([node], {
      listen: `listen 127.0.0.1:${port} ssl http2;\nssl_certificate ${certificate};\nssl_certificate_key ${key};\n`,
    });
  const folder = temporaryFolder();
  const [args, isReady] =
    name === 'caddy' ? configureCaddy(folder, options) : configureHaproxy(folder, options);
  const { lines, stop } = await startProcess(name, args, [isReady], {
    env: { PATH: process.env.PATH, HOME: folder },
  });
  return {
    output: () => lines.join('\n'),
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

function configureCaddy(folder: string, options: ProxyOptions): [args: string[], isReady: RegExp] {
  const { port, redirectPort, node, key, certificate } = options;
  const file = join(folder, 'Caddyfile');
  const text = readExample('deploy/caddy/Caddyfile', {
    '\tadmin off\n': `\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${redirectPort}\n\thttps_port ${port}\n`,
    '\nunspool.example {\n': `\nlocalhost {\n\ttls ${certificate} ${key}\n`,
    ' 127.0.0.1:3000 ': ` ${node} `,
  });
  writeFileSync(file, text);
  return [['run', '--config', file, '--adapter', 'caddyfile'], /serving initial configuration/];
}

function configureHaproxy(folder: string, options: ProxyOptions): [args: string[], isReady: RegExp] {
  const { port, redirectPort, node, key, certificate } = options;
  const file = join(folder, 'haproxy.cfg');
  const pair = join(folder, 'unspool.pem');
  writeFileSync(pair, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  const text = readExample('deploy/haproxy/haproxy.cfg', {
    // The package of the program creates this user.
    '  user haproxy\n  group haproxy\n': '',
    ' :80\n': ` 127.0.0.1:${redirectPort}\n`,
    ' :443 ssl crt /etc/haproxy/unspool.pem ': ` 127.0.0.1:${port} ssl crt ${pair} `,
    ' 127.0.0.1:3000\n': ` ${node}\n`,
  });
  writeFileSync(file, text);
  return [['-W', '-f', file], /Loading success/];
}

/** Throws if a text that is to be replaced isn't there. */
function readExample(path: string, replacements: Record<string, string>): string {
  let text = readFileSync(path, 'utf8');
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`${path} doesn't contain “${from.trim()}”`);
    text = text.replace(from, to);
  }
  return text;
}
