import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { freePort } from '#test/support/local-servers.ts';
import { postgresBinaries, startPostgres } from '#test/support/postgres-server.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { startApp } from '#test/support/start-app.ts';
import { isStress } from '#test/support/stress.ts';

const isPostgresMissing = postgresBinaries() === null;
if (isPostgresMissing && process.env.REQUIRE_POSTGRES)
  throw new Error('REQUIRE_POSTGRES is set, but PostgreSQL is not installed');

/** `down`: closes and refuses connections. `hanging`: accepts connections and never responds. */
type ProxyState = 'up' | 'down' | 'hanging';

/** Starts `down`. */
async function createBreakableProxy(targetPort: number) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let isHanging = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (isHanging) return void socket.resume();
    const upstream = connect(targetPort, '127.0.0.1');
    sockets.add(upstream);
    upstream.on('error', () => socket.destroy()).on('close', () => sockets.delete(upstream));
    socket.pipe(upstream).pipe(socket);
  });
  async function setState(state: ProxyState): Promise<void> {
    isHanging = state === 'hanging';
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
    if (state !== 'down')
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  }
  return { port, setState, [Symbol.asyncDispose]: () => setState('down') };
}

/** Status of each probe, or null if nothing listens. */
async function probe(origin: string) {
  const fetchStatus = async (path: string) => {
    const response = await fetch(origin + path).catch(() => null);
    const text = response ? (await response.text()) + JSON.stringify([...response.headers]) : '';
    expect(text).not.toMatch(/postgres|pg|\d+\.\d+/i);
    return response?.status ?? null;
  };
  return { live: await fetchStatus('/livez'), ready: await fetchStatus('/readyz') };
}

/** Waits until the app is alive and `/readyz` has this status. */
const untilReady = (origin: string, ready: 200 | 503) =>
  expect.poll(() => probe(origin), { interval: 100, timeout: 30_000 }).toEqual({ live: 200, ready });

test.skipIf(isPostgresMissing)(
  'the app survives a database that is missing, disconnects or hangs',
  async () => {
    await using postgres = await startPostgres();
    if (!postgres) throw new Error('PostgreSQL is installed but did not start');
    const url = new URL(postgres.url);
    await using proxy = await createBreakableProxy(Number(url.port));
    url.port = String(proxy.port);
    const dataDir = mkdtempSync(join(tmpdir(), 'unspool-outage-'));
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    // Not `startApp`, which waits until the app is ready.
    const child = spawn(process.execPath, ['build/server/main.js'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: url.href,
        SEED: 'none',
        APP_SECRET: 'journey-8d1f0c6a2b7e4935-words-enough',
      },
    });
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => {
      stderr += text;
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    try {
      await untilReady(origin, 503);
      expect((await fetch(`${origin}/blog`)).status).toBe(503);
      await expect.poll(() => stderr).toContain('PostgreSQL is not responding at DATABASE_URL');
      expect(child.exitCode).toBe(null);

      await proxy.setState('up');
      await untilReady(origin, 200);
      expect((await fetch(`${origin}/blog`)).status).toBe(200);

      for (const state of ['down', 'hanging'] as const) {
        await proxy.setState(state);
        await untilReady(origin, 503);
        await proxy.setState('up');
        await untilReady(origin, 200);
      }
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    } finally {
      child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

test.runIf(isStress && !isPostgresMissing)(
  'PostgreSQL killed and restarted under load loses no acknowledged post, and no request waits longer than a query may',
  async () => {
    await using postgres = await startPostgres();
    if (!postgres) throw new Error('PostgreSQL is installed but did not start');
    await using app = await startApp({ DATABASE_URL: postgres.url });
    const cookie = await signInAsOwner(app);
    const acknowledged: string[] = [];
    const statuses = new Set<string>();
    let slowestMs = 0;
    let isDone = false;
    async function read(path: string) {
      while (!isDone) {
        const startedAt = performance.now();
        const response = await fetch(app.origin + path);
        await response.arrayBuffer();
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        statuses.add(`GET ${response.status}`);
      }
    }
    async function write(writer: number) {
      for (let number = 0; !isDone; number += 1) {
        const title = `Post ${number} of writer ${writer}`;
        const body = createSaveRequest({ title, content: `<p>${title}</p>` }, { locale: 'en' });
        const response = await fetch(`${app.origin}/api/admin/posts`, {
          method: 'POST',
          headers: { origin: app.origin, cookie, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        const { id } = (await response.json()) as { id: string };
        statuses.add(`POST ${response.status}`);
        if (response.status === 201) acknowledged.push(id);
      }
    }
    const load = [read('/blog?page=1'), read('/api/blog/posts'), read('/admin'), write(1), write(2)];
    for (let restart = 0; restart < 5; restart += 1) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 10);
      await postgres.restart();
    }
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 10);
    isDone = true;
    await Promise.all(load);
    expect(app.output.filter((line) => line.includes('request failed'))).toEqual([]);
    expect([...statuses].filter((status) => !/ (200|201|302|303|503)$/.test(status))).toEqual([]);
    expect(statuses).toContain('POST 503');
    expect(slowestMs).toBeLessThan(30_000);
    for (const id of acknowledged) await callAdminApi(app, cookie, `GET /posts/${id}`);
    await untilReady(app.origin, 200);
  },
);

test.skipIf(isPostgresMissing)(
  'a node that generates a second secret for a shared database logs a warning',
  async () => {
    await using postgres = await startPostgres();
    if (!postgres) throw new Error('PostgreSQL is installed but did not start');
    const warnings = async (environment: Record<string, string>) => {
      await using app = await startApp({ DATABASE_URL: postgres.url, ...environment });
      return app.output.filter((line) => line.includes('APP_SECRET'));
    };
    const [warning, ...more] = await warnings({});
    expect(JSON.parse(warning ?? '{}')).toMatchObject({
      level: 40,
      msg: expect.stringMatching(/^APP_SECRET is not set: another node .* different secret$/),
    });
    expect(more).toEqual([]);
    expect(await warnings({ APP_SECRET: 'journey-8d1f0c6a2b7e4935-words-enough' })).toEqual([]);
  },
);
