import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBreakableProxy } from '#test/support/breakable-proxy.ts';
import { postgresBinaries, startPostgres } from '#test/support/postgres-server.ts';
import { startApp } from '#test/support/start-app.ts';

const isPostgresMissing = postgresBinaries() === null;
if (isPostgresMissing && process.env.REQUIRE_POSTGRES)
  throw new Error('REQUIRE_POSTGRES is set, but PostgreSQL is not installed');

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

/** Milliseconds until the probes return the expected statuses. */
async function timeUntil(origin: string, expected: Awaited<ReturnType<typeof probe>>): Promise<number> {
  const startedAt = performance.now();
  await expect.poll(() => probe(origin), { interval: 100, timeout: 20_000 }).toEqual(expected);
  return performance.now() - startedAt;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test.skipIf(isPostgresMissing)(
  'the app survives a database that is missing, disconnects or hangs',
  async () => {
    await using postgres = await startPostgres();
    if (!postgres) throw new Error('PostgreSQL is installed but did not start');
    const url = new URL(postgres.url);
    await using proxy = await startBreakableProxy(Number(url.port), 'down');
    url.port = String(proxy.port);
    const dataDir = mkdtempSync(join(tmpdir(), 'unspool-outage-'));
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
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
      await timeUntil(origin, { live: 200, ready: 503 });
      expect((await fetch(`${origin}/blog`)).status).toBe(503);
      expect(stderr).toContain('PostgreSQL does not answer at DATABASE_URL');
      expect(child.exitCode).toBe(null);

      await proxy.setState('up');
      await timeUntil(origin, { live: 200, ready: 200 });
      expect((await fetch(`${origin}/blog`)).status).toBe(200);

      for (const state of ['down', 'hanging'] as const) {
        await proxy.setState(state);
        expect(await timeUntil(origin, { live: 200, ready: 503 }), state).toBeLessThan(5000);
        await proxy.setState('up');
        expect(await timeUntil(origin, { live: 200, ready: 200 }), state).toBeLessThan(5000);
      }
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    } finally {
      child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    }
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
