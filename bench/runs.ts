/** Latency of public pages with and without ten concurrent translation runs into nine languages. */
import { Agent, request } from 'node:http';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { callAdminApi } from '#test/support/admin-session.ts';
import { signInAsOwner } from '#test/support/enter-admin.ts';
import { startPostgres } from '#test/support/postgres-server.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { savePostSchema } from '../src/blog/editing-contract.ts';
import type { RunState } from '../src/translation/contract.ts';
import { printTable } from './figures.ts';

const articles = 10;
const clients = 4;
const quietMs = 10_000;
const paths = ['/', '/blog', '/blog/save-a-threads-video', '/de/blog', '/th/blog'];

/** With a model that responds at once, with one that takes 300 ms, and with the latter on PostgreSQL. */
export async function measureRuns(): Promise<void> {
  for (const thinkMs of [0, 300]) await measureWith(thinkMs, null);
  await using server = await startPostgres();
  if (server) await measureWith(300, server.url);
  else printTable('public pages during runs on PostgreSQL', [['skipped: PostgreSQL is not installed']]);
}

async function measureWith(thinkMs: number, databaseUrl: string | null): Promise<void> {
  await using fake = await startFakeModel({ thinkMs });
  const environment = { ...fake.environment, AI_DAILY_BUDGET: '900000000', AI_RUN_BUDGET: '90000000' };
  await using app = await startApp({
    ...environment,
    LOG_LEVEL: 'info',
    SEED: 'demo',
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  });
  const cookie = await signInAsOwner(app);
  await loadPages(app.origin, Date.now() + 2000);
  const quiet = await loadPages(app.origin, Date.now() + quietMs);

  const ids = await startRuns(app, cookie);
  const startedAt = performance.now();
  let isDone = false;
  const ended = Promise.all(ids.map((id) => waitForRun(app, cookie, id))).finally(() => {
    isDone = true;
  });
  const busy = await loadPages(app.origin, Number.POSITIVE_INFINITY, () => isDone);
  const states = await ended;
  const seconds = (performance.now() - startedAt) / 1000;

  const row = (name: string, times: number[]) => [
    name,
    `${times.length} pages`,
    `p50 ${at(times, 0.5).toFixed(1)} ms`,
    `p99 ${at(times, 0.99).toFixed(1)} ms`,
  ];
  const done = states.filter(({ status }) => status === 'done').length;
  const ratio = (share: number) => (at(busy, share) / at(quiet, share)).toFixed(2);
  printTable(
    `public pages, ${clients} concurrent clients (they and the fake model share the cores); the model takes ${thinkMs} ms; ${databaseUrl === null ? 'embedded database' : 'PostgreSQL'}`,
    [
      row('no run', quiet),
      row(`${articles} concurrent runs`, busy),
      ['ratio', '', `p50 ${ratio(0.5)}`, `p99 ${ratio(0.99)}`],
      [`${done} of ${articles} runs done`, `${articles * 9} languages`, `${seconds.toFixed(1)} s`, ''],
    ],
  );
}

async function startRuns(app: RunningApp, cookie: string): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= articles; number += 1) {
    const paragraphs = Array.from(
      { length: 20 },
      (_, index) =>
        `<p>Article ${number} has <b>paragraph ${index}</b>, and it was written in the garden.</p>`,
    );
    const fields = { title: `Article ${number}`, content: paragraphs.join('') };
    const body = savePostSchema.parse({ mode: 'save', locale: 'en', fields });
    const post = await callAdminApi<{ id: string }>(app, cookie, 'POST /posts', { body });
    const path = `POST /posts/${post.id}/translations`;
    ids.push((await callAdminApi<RunState>(app, cookie, path, { body: {} })).id);
  }
  return ids;
}

async function waitForRun(app: RunningApp, cookie: string, id: string): Promise<RunState> {
  for (;;) {
    const run = await callAdminApi<RunState>(app, cookie, `GET /runs/${id}`);
    if (run.ended_at !== null) return run;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Returns the sorted response times in milliseconds. */
async function loadPages(origin: string, until: number, isDone = () => false): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const runClient = async (_: unknown, first: number) => {
    for (let index = first; Date.now() < until && !isDone(); index += 1) {
      const startedAt = performance.now();
      await requestPage(`${origin}${paths[index % paths.length]}`, agent);
      times.push(performance.now() - startedAt);
      // Simulates readers, instead of saturating the server.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await Promise.all(Array.from({ length: clients }, runClient));
  agent.destroy();
  return times.toSorted((a, b) => a - b);
}

function requestPage(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      response.resume();
      response.on('end', resolve);
    })
      .on('error', reject)
      .end();
  });
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
