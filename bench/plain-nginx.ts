/** A baseline: nginx with a single `location`, and the buffer sizes of deploy/nginx/. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '#test/support/local-servers.ts';

const program = 'nginx';

export interface PlainNginx extends AsyncDisposable {
  origin: string;
  /** Process ids of the workers. Linux only, empty elsewhere. */
  workers: number[];
}

export async function startPlainNginx(location: string, page?: Buffer): Promise<PlainNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-plain-nginx-'));
  // The workers run as another user.
  chmodSync(folder, 0o755);
  if (page) writeFileSync(join(folder, 'page.html'), page);
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes auto; pid nginx.pid; events { worker_connections 8192; }
http { access_log off; error_log stderr crit; sendfile on; types { text/html html; } ${temporary.join(' ')}
proxy_buffer_size 16k; proxy_buffers 8 64k; proxy_busy_buffers_size 128k; proxy_max_temp_file_size 0;
server { listen 127.0.0.1:${port}; root ${folder}; location / { ${location} } } }`,
  );
  const child = spawn(
    program,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off; error_log stderr notice;'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  for await (const line of createInterface({ input: child.stderr }))
    if (/start worker process /.test(line)) break;
  return {
    origin: `http://127.0.0.1:${port}`,
    get workers() {
      return listChildPids(child.pid ?? 0);
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listChildPids(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
