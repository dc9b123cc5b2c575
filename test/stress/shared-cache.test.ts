import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signInAsOwner } from '#test/support/admin-session.ts';
import { freePort, startProcess } from '#test/support/local-servers.ts';
import { startApp } from '#test/support/start-app.ts';
import { fetchRaw } from '#test/support/start-media-relay.ts';
import { hasNginx, startNginx } from '#test/support/start-nginx.ts';
import { isStress } from '#test/support/stress.ts';

/** nginx as a CDN: passes all headers on and stores what Cache-Control allows. `x-space` gives each attack its own cache. */
async function startSharedCache(port: number, upstream: string) {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-cache-'));
  const configuration = `
    worker_processes 1;
    pid ${folder}/nginx.pid;
    events {}
    http {
      access_log off;
      proxy_temp_path ${folder}/temp;
      client_body_temp_path ${folder}/body;
      proxy_cache_path ${folder}/cache keys_zone=shared:10m;
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass ${upstream};
          proxy_http_version 1.1;
          proxy_set_header Host $host:$server_port;
          proxy_cache shared;
          proxy_cache_key $request_uri$http_x_space;
          add_header X-Cache $upstream_cache_status always;
        }
      }
    }`;
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  const { stop } = await startProcess(
    'nginx',
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off; error_log stderr notice; user root;'],
    [/start worker process /],
  );
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const evil = 'evil.example';
const attacks: Record<string, string>[] = [
  { 'x-forwarded-host': evil },
  { 'x-forwarded-host': `${evil}:443`, 'x-forwarded-proto': 'http', 'x-forwarded-port': '1' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-scheme': 'http' },
  { forwarded: `for=203.0.113.1;host=${evil};proto=http` },
  { 'x-host': evil, 'x-forwarded-server': evil, 'x-http-host-override': evil },
  { 'x-original-url': '/admin', 'x-rewrite-url': '/admin' },
  { 'x-forwarded-prefix': `//${evil}` },
  { 'x-http-method-override': 'DELETE', 'x-method-override': 'POST' },
  { 'accept-language': 'th', 'accept-charset': 'utf-7' },
  { 'accept-encoding': 'br;q=0, gzip;q=0, x-evil' },
  { 'accept-encoding': 'gzip' },
  { accept: 'application/json' },
  { range: 'bytes=0-9' },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'Tue, 01 Jan 2030 00:00:00 GMT' },
  { origin: `https://${evil}` },
  { referer: `https://${evil}/` },
  { 'user-agent': '<script>alert(1)</script>' },
  { cookie: 'theme=dark; locale=th; unspool-session=x' },
  { authorization: 'Bearer unspool_x' },
  { 'x-forwarded-for': '203.0.113.1, 203.0.113.2' },
  { 'cache-control': 'no-cache', pragma: 'no-cache' },
  { 'x-unspool-offload': 'nginx' },
  { 'x-accel-redirect': '/etc/passwd' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'x-middleware-subrequest': '1', rsc: '1', 'x-inertia': '1' },
  { 'x-oversized': 'x'.repeat(7000) },
];
const paths = [
  '/',
  '/de',
  '/blog',
  '/th/blog',
  '/robots.txt',
  '/sitemap.xml',
  '/feed.xml',
  '/api/blog/posts',
  '/manifest.webmanifest',
  '/no/such/page',
  '/EN/blog',
  '/blog/',
];

test.runIf(isStress && hasNginx())(
  'no header of one client changes what a shared cache gives to the next one',
  async () => {
    await using stack = new AsyncDisposableStack();
    const port = await freePort();
    const app = stack.use(
      await startApp({
        PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
        TRUSTED_PROXIES: '127.0.0.1',
        SEED: 'welcome',
      }),
    );
    const inner = stack.use(await startNginx([new URL(app.origin).host]));
    const cache = stack.use(await startSharedCache(port, inner.origin));
    const read = async (path: string, headers: Record<string, string>) => {
      const { status, headers: received, body } = await fetchRaw(cache.origin + path, headers);
      const answer: Record<string, unknown> = { ...received, status, body: body.toString('latin1') };
      // Stored and passed responses differ in these.
      for (const name of ['date', 'connection', 'transfer-encoding', 'content-length', 'x-cache'])
        delete answer[name];
      // The first response is weak: a page is compressed again after it.
      answer.etag = String(received.etag ?? '').replace(/^W\//, '');
      return { xCache: received['x-cache'], answer };
    };
    const failures: string[] = [];
    let hits = 0;
    for (const path of paths) {
      const { answer: clean } = await read(path, { 'x-space': 'clean' });
      for (const [index, attack] of attacks.entries()) {
        const space = { 'x-space': `attack-${index}` };
        await read(path, { ...attack, ...space });
        const { answer, xCache } = await read(path, space);
        if (xCache === 'HIT') hits += 1;
        const changed = Object.keys({ ...clean, ...answer }).filter((key) => answer[key] !== clean[key]);
        if (changed.length > 0)
          failures.push(`${path} after ${JSON.stringify(attack).slice(0, 80)} (${xCache}): ${changed}`);
      }
    }
    expect(failures).toEqual([]);
    expect(hits).toBeGreaterThan(50);

    const cookie = await signInAsOwner({ ...app, origin: cache.origin });
    for (const path of ['/admin', '/api/admin/posts', '/admin/blog', '/blog', '/']) {
      const space = { 'x-space': 'session' };
      const { answer: own } = await read(path, { ...space, cookie });
      const { answer: others } = await read(path, space);
      expect(own['set-cookie'], path).toBeUndefined();
      expect(others.body, path).not.toContain('ada@example.org');
      // The administration redirects to its list.
      expect(own.status, path).toBe(path === '/admin' ? 303 : 200);
      if (path.includes('admin')) expect(others.status, path).not.toBe(200);
      else expect(others.body, path).toBe((await read(path, { 'x-space': 'nobody' })).answer.body);
    }
  },
);
