import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { type FakeThreads, startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { freePort, postgresBinaries, startPostgres } from './postgres-server.ts';
import { type RunningApp, startAppIn } from './start-app.ts';
import { hasNginx, type Nginx, startNginx } from './start-nginx.ts';
import { type S3Server, startS3 } from './start-s3.ts';
import { startValkey, valkeyBinary } from './valkey-server.ts';

export interface Nodes extends AsyncDisposable {
  nginx: Nginx;
  threads: FakeThreads;
  model: FakeModel;
  store: S3Server;
  running: Map<number, RunningApp>;
  /** Output lines of stopped nodes. */
  output: string[];
  folders: string[];
  start(index: number): Promise<RunningApp>;
  stop(index: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  sql(statement: string): Promise<void>;
}

export function canStartNodes(): boolean {
  const isInstalled = postgresBinaries() !== null && valkeyBinary() !== null && hasNginx();
  if (!isInstalled)
    process.stdout.write(
      'PostgreSQL, redis-server or nginx is not installed: tests with two nodes are skipped.\n',
    );
  return isInstalled;
}

/** Two nodes of the built product behind nginx, with PostgreSQL, Valkey, S3 and fake upstreams. */
export async function startNodes(): Promise<Nodes> {
  const stack = new AsyncDisposableStack();
  const postgres = await startPostgres();
  if (!postgres) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  stack.use(postgres);
  const [valkey, store, threads, model] = await Promise.all([
    startValkey(),
    startS3(),
    startFakeThreads(),
    startFakeModel(),
  ]);
  for (const server of [valkey, store, threads, model]) stack.use(server);
  const ports = [await freePort(), await freePort()];
  const nginx = stack.use(await startNginx(ports.map((port) => `127.0.0.1:${port}`)));
  const folders = ports.map(() => mkdtempSync(join(tmpdir(), 'unspool-node-')));
  stack.defer(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const environment = {
    ...threads.environment,
    ...model.environment,
    ...store.environment,
    DATABASE_URL: postgres.url,
    VALKEY_URL: valkey.url,
    APP_SECRET: randomBytes(48).toString('base64url'),
    PUBLIC_ORIGIN: nginx.origin,
    TRUSTED_PROXIES: '127.0.0.1',
    MEDIA_OFFLOAD: 'nginx',
    LIMITS_SCALE: '1',
  };
  const running = new Map<number, RunningApp>();
  const output: string[] = [];

  async function start(index: number): Promise<RunningApp> {
    const node = await startAppIn(folders[index] ?? '', { ...environment, PORT: String(ports[index]) });
    running.set(index, node);
    return node;
  }
  async function stop(index: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const node = running.get(index);
    if (!node) return;
    running.delete(index);
    if (signal === 'SIGKILL') process.kill(node.pid, signal);
    await node.stop();
    output.push(...node.output);
  }
  stack.defer(async () => {
    for (const index of [...running.keys()]) await stop(index, 'SIGTERM');
  });
  await Promise.all([start(0), start(1)]);
  return {
    nginx,
    threads,
    model,
    store,
    running,
    output,
    folders,
    start,
    stop,
    async sql(statement) {
      const client = new pg.Client(postgres.url);
      await client.connect();
      await client.query(statement);
      await client.end();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
