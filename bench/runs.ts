/** Public pages while ten articles are translated into nine languages at once, and while none is. */
import { Agent, request } from 'node:http';
import type { RunState } from '#assistant/contract.ts';
import { deskSaveSchema } from '#desk/contract.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { askDesk } from '#test/support/admin-session.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { startPostgres } from '#test/support/postgres-server.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { printTable } from './figures.ts';

const articles = 10;
const visitors = 4;
const quietMs = 10_000;
const paths = ['/', '/blog', '/blog/save-a-threads-video', '/de/blog', '/th/blog'];

/** With a model that answers at once, as none does, with one that thinks for a moment, and with that on PostgreSQL. */
export async function measureRuns(): Promise<void> {
  for (const thinkMs of [0, 300]) await measureWith(thinkMs, null);
  await using server = await startPostgres();
  if (server) await measureWith(300, server.url);
  else printTable('public pages during runs on PostgreSQL', [['not measured: none is installed here']]);
}

async function measureWith(thinkMs: number, databaseUrl: string | null): Promise<void> {
  await using fake = await startFakeModel({ thinkMs });
  const environment = { ...fake.environment, AI_DAILY_BUDGET: '900000000', AI_RUN_BUDGET: '90000000' };
  await using app = await startApp({
    ...{ ...environment, LOG_LEVEL: 'info', SEED: 'demo' },
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  });
  const cookie = await enterAsOwner(app);
  await visit(app.origin, Date.now() + 2000);
  const quiet = await visit(app.origin, Date.now() + quietMs);

  const ids = await startRuns(app, cookie);
  const begun = performance.now();
  let isOver = false;
  const ended = Promise.all(ids.map((id) => untilEnded(app, cookie, id))).finally(() => {
    isOver = true;
  });
  const busy = await visit(app.origin, Number.POSITIVE_INFINITY, () => isOver);
  const states = await ended;
  const seconds = (performance.now() - begun) / 1000;

  const row = (name: string, times: number[]) => [
    ...[name, `${times.length} pages`, `p50 ${at(times, 0.5).toFixed(1)} ms`],
    `p99 ${at(times, 0.99).toFixed(1)} ms`,
  ];
  const done = states.filter(({ status }) => status === 'done').length;
  const ratio = (share: number) => (at(busy, share) / at(quiet, share)).toFixed(2);
  printTable(
    `public pages, ${visitors} visitors at a time (they and the model's stand-in share the cores); it answers within ${thinkMs} ms; ${databaseUrl === null ? 'embedded database' : 'PostgreSQL'}`,
    [
      row('no run', quiet),
      row(`${articles} runs at once`, busy),
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
      (_, place) =>
        `<p>Article ${number} has <b>paragraph ${place}</b>, and it was written in the garden.</p>`,
    );
    const fields = { title: `Article ${number}`, content: paragraphs.join('') };
    const body = deskSaveSchema.parse({ mode: 'save', locale: 'en', fields });
    const post = await askDesk<{ id: string }>(app, cookie, 'POST /posts', { body });
    const path = `POST /posts/${post.id}/translations`;
    ids.push((await askDesk<RunState>(app, cookie, path, { body: {} })).id);
  }
  return ids;
}

async function untilEnded(app: RunningApp, cookie: string, id: string): Promise<RunState> {
  for (;;) {
    const run = await askDesk<RunState>(app, cookie, `GET /runs/${id}`);
    if (run.ended_at !== null) return run;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Milliseconds of every page, sorted. */
async function visit(origin: string, until: number, isOver = () => false): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors });
  const times: number[] = [];
  const visitor = async (_: unknown, first: number) => {
    for (let turn = first; Date.now() < until && !isOver(); turn += 1) {
      const begun = performance.now();
      await ask(`${origin}${paths[turn % paths.length]}`, agent);
      times.push(performance.now() - begun);
      // As people do, not as fast as the machine can.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await Promise.all(Array.from({ length: visitors }, visitor));
  agent.destroy();
  return times.toSorted((a, b) => a - b);
}

function ask(url: string, agent: Agent): Promise<void> {
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
