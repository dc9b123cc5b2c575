/** Latency of public pages with and without ten concurrent translation runs into nine languages. */
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { startPostgres } from '#test/support/postgres-server.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { savePostSchema } from '../src/blog/editing-contract.ts';
import type { RunState } from '../src/translation/contract.ts';
import { percentile, printTable, residentMB, timed } from './figures.ts';
import { requestPage } from './run-at-rate.ts';

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
    `p50 ${percentile(times, 50).toFixed(1)} ms`,
    `p99 ${percentile(times, 99).toFixed(1)} ms`,
  ];
  const done = states.filter(({ status }) => status === 'done').length;
  const ratio = (percent: number) => (percentile(busy, percent) / percentile(quiet, percent)).toFixed(2);
  printTable(
    `public pages, ${clients} concurrent clients (they and the fake model share the cores); the model takes ${thinkMs} ms; ${databaseUrl === null ? 'embedded database' : 'PostgreSQL'}`,
    [
      row('no run', quiet),
      row(`${articles} concurrent runs`, busy),
      ['ratio', '', `p50 ${ratio(50)}`, `p99 ${ratio(99)}`],
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
    await pause(1000);
  }
}

/** Returns the response times in milliseconds. */
async function loadPages(origin: string, until: number, isDone = () => false): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const runClient = async (_: unknown, first: number) => {
    for (let index = first; Date.now() < until && !isDone(); index += 1) {
      times.push(await timed(() => requestPage(`${origin}${paths[index % paths.length]}`, agent)));
      // Simulates readers, instead of saturating the server.
      await pause(20);
    }
  };
  await Promise.all(Array.from({ length: clients }, runClient));
  agent.destroy();
  return times;
}

const wordCount = 60_000;
const locales = ['es', 'th'];

/** Translating a post of 60,000 words into two languages: duration, memory and tokens. */
export async function measureLongRun(): Promise<void> {
  const rows = [];
  for (const cap of [100_000, 90_000_000]) rows.push(await measureBudget(cap));
  printTable(
    `a post of ${wordCount} words into ${locales.join(' and ')}, with a model that responds at once`,
    rows,
  );
}

async function measureBudget(cap: number): Promise<string[]> {
  await using fake = await startFakeModel();
  const budget = { AI_DAILY_BUDGET: '900000000', AI_RUN_BUDGET: String(cap) };
  await using app = await startApp({ ...fake.environment, ...budget, LOG_LEVEL: 'info' });
  const cookie = await signInAsOwner(app);
  const line = 'was written in the garden of a friend and ';
  const paragraphs = Array.from(
    { length: wordCount / 120 },
    (_, index) => `<p>Page ${index} of <b>the journal</b> ${line.repeat(13)}read.</p>`,
  );
  const fields = { title: 'A long journal', content: paragraphs.join('') };
  const body = savePostSchema.parse({ mode: 'save', locale: 'en', fields });
  const { id } = await callAdminApi<{ id: string }>(app, cookie, 'POST /posts', { body });
  const before = await residentMB(app.pid);
  // Resets the peak, VmHWM.
  writeFileSync(`/proc/${app.pid}/clear_refs`, '5');
  const startedAt = performance.now();
  const started = await callAdminApi<RunState>(app, cookie, `POST /posts/${id}/translations`, {
    body: { locales },
  });
  const run = await waitForRun(app, cookie, started.id);
  const outcome = run.steps.slice(1).map(({ status, code }) => `${status}${code ? ` (${code})` : ''}`);
  return [
    `budget of ${cap} tokens`,
    outcome.join(', '),
    `${run.tokens.spent} tokens`,
    `${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
    `memory ${before.toFixed(0)} MB before, ${(await residentMB(app.pid, 'VmHWM')).toFixed(0)} MB at most`,
  ];
}
