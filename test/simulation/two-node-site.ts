import { randomBytes } from 'node:crypto';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#database/database.ts';
import { startFakeModel } from '../fakes/language-model/start-fake-model.ts';
import { startFakeThreads } from '../fakes/threads/start-fake-threads.ts';
import { createServerDatabase } from '../support/postgres-server.ts';
import type { ProcessServer } from '../support/serve-in-process.ts';
import { startS3 } from '../support/start-s3.ts';
import { type SimulatedSite, type SiteOptions, serveNode } from './site.ts';

/** `now()` of the nodes, who search this schema first, and of their jobs. */
const clockStatements = `
  create schema simulation;
  create table simulation.clock (time timestamptz not null);
  insert into simulation.clock values (now());
  create function simulation.now() returns timestamptz stable language sql
    as 'select time from simulation.clock';`;
const jobClockStatement = `
  create or replace function pgboss.job_now() returns timestamptz stable language sql
    as 'select time from simulation.clock'`;

interface Node {
  role: string;
  server: ProcessServer;
  errors: string[];
}

/** Two nodes of the real services, on PostgreSQL and S3. Each has a role of its own, without which it is cut off. */
export async function startTwoNodes(options: SiteOptions, serverUrl: string): Promise<SimulatedSite> {
  await using started = new AsyncDisposableStack();
  const folder = started.use(mkdtempDisposableSync(join(tmpdir(), 'unspool-simulation-')));
  const threads = started.use(await startFakeThreads({ now: options.now }));
  const model = started.use(await startFakeModel());
  const store = started.use(await startS3());
  const database = await createServerDatabase(serverUrl);
  started.defer(database.drop);
  await migrate(database.url);
  const administrator = new pg.Client(database.url);
  await administrator.connect();
  started.defer(() => administrator.end());
  const sql = (text: string, values: unknown[] = []) => administrator.query(text, values);
  await sql(clockStatements);
  const followClock = async () =>
    void (await sql('update simulation.clock set time = $1', [new Date(options.now())]));
  await followClock();
  const appSecret = randomBytes(48).toString('base64url');
  let roles = 0;
  const dying: Promise<unknown>[] = [];

  async function startNode(): Promise<Node> {
    roles += 1;
    const role = `node_${process.pid}_${roles}`;
    await sql(`create role ${role} superuser login`);
    await sql(`alter role ${role} set search_path = simulation, pg_catalog, public`);
    const url = new URL(database.url);
    url.username = role;
    const errors: string[] = [];
    const environment = {
      ...threads.environment,
      ...model.environment,
      ...store.environment,
      DATA_DIR: join(folder.path, role),
      DATABASE_URL: url.href,
      APP_SECRET: appSecret,
    };
    const server = await serveNode(options, environment, errors);
    await server.services.start();
    await sql(jobClockStatement);
    return { role, server, errors };
  }

  const nodes = [await startNode(), await startNode()];
  const cleanUp = started.move();
  let selected = 0;
  const getNode = (): Node => {
    const node = nodes[selected];
    if (!node) throw new Error('there is no such node');
    return node;
  };
  return {
    nodes: nodes.length,
    model,
    get origin() {
      return getNode().server.origin;
    },
    get services() {
      return getNode().server.services;
    },
    get errors() {
      return nodes.flatMap(({ errors }) => errors);
    },
    selectNode(index) {
      selected = index;
    },
    followClock,
    async runTimers() {
      for (const { server } of nodes) await server.services.start();
    },
    countWrites: () => 0,
    countAnsweredWrites: () => 0,
    async restart() {
      await getNode().server[Symbol.asyncDispose]();
      nodes[selected] = await startNode();
    },
    async crash() {
      const { role, server } = getNode();
      await sql(`alter role ${role} nologin`);
      await sql('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]);
      // It can't do anything any more, but its last work takes seconds to give up, with errors.
      dying.push(Promise.allSettled([server[Symbol.asyncDispose]()]));
      nodes[selected] = await startNode();
    },
    async [Symbol.asyncDispose]() {
      for (const { server } of nodes) await server[Symbol.asyncDispose]();
      await Promise.all(dying);
      await cleanUp.disposeAsync();
    },
  };
}

/** As the administrator: what nodes create would be in the schema of the clock. */
async function migrate(url: string): Promise<void> {
  const onError = (error: unknown) => {
    throw error;
  };
  const opened = await openDatabase({ kind: 'server', url }, { now: Date.now, onError });
  if (!opened.ok) throw new Error(opened.error.hint, { cause: opened.error.cause });
  await opened.value.close();
}
