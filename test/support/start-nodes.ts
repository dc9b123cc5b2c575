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
  /** Those that run, by their place. */
  running: Map<number, RunningApp>;
  /** Every line any node has written. */
  output: string[];
  /** Where each node keeps what is its own. */
  folders: string[];
  start(place: number): Promise<RunningApp>;
  stop(place: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  sql(statement: string): Promise<void>;
}

/** Whether all that several nodes share is on this machine. */
export function canStartNodes(): boolean {
  const isHere = postgresBinaries() !== null && valkeyBinary() !== null && hasNginx();
  if (!isHere)
    process.stdout.write('No PostgreSQL, redis-server or nginx here: two nodes are not started.\n');
  return isHere;
}

/** Two nodes of the built product behind nginx, on PostgreSQL, Valkey and a store of files; every upstream a stand-in. */
export async function startNodes(): Promise<Nodes> {
  const stack = new AsyncDisposableStack();
  const postgres = await startPostgres();
  if (!postgres) throw new Error('there is no PostgreSQL: apt-get install postgresql');
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

  async function start(place: number): Promise<RunningApp> {
    const node = await startAppIn(folders[place] ?? '', { ...environment, PORT: String(ports[place]) });
    running.set(place, node);
    return node;
  }
  async function stop(place: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const node = running.get(place);
    if (!node) return;
    running.delete(place);
    if (signal === 'SIGKILL') process.kill(node.pid, signal);
    await node.stop();
    output.push(...node.output);
  }
  stack.defer(async () => {
    for (const place of [...running.keys()]) await stop(place, 'SIGTERM');
  });
  await Promise.all([start(0), start(1)]);
  return {
    ...{ nginx, threads, model, store, running, output, folders, start, stop },
    async sql(statement) {
      const client = new pg.Client(postgres.url);
      await client.connect();
      await client.query(statement);
      await client.end();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
