/** Public pages during ten translation runs at once, and a run for a very long post. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { savePostSchema } from '../src/blog/editing-contract.ts';
import type { RunState } from '../src/translation/contract.ts';
import { addFigure, check, percentile, resetPeakMB, residentMB, timed } from './figures.ts';

const articles = 10;
const clients = 4;
const paths = ['/', '/blog', '/blog/save-a-threads-video', '/de/blog', '/th/blog'];
const wordCount = 60_000;

/** The model responds at once, which keeps the server busiest. */
export async function measureRuns(): Promise<void> {
  await using model = await startFakeModel();
  await using app = await startApp({
    ...model.environment,
    AI_DAILY_BUDGET: '900000000',
    AI_RUN_BUDGET: '90000000',
    LOG_LEVEL: 'info',
    SEED: 'demo',
  });
  const cookie = await signInAsOwner(app);
  await measurePages(app, cookie);
  await measureLongPost(app, cookie);
}

async function measurePages(app: RunningApp, cookie: string): Promise<void> {
  await Promise.all(paths.map((path) => fetch(app.origin + path)));
  const runs = await Promise.all(
    Array.from({ length: articles }, (_, number) => {
      const paragraphs = Array.from(
        { length: 20 },
        (_paragraph, index) =>
          `<p>Article ${number} has <b>paragraph ${index}</b>, and it was written in the garden.</p>`,
      );
      return startRun(app, cookie, paragraphs.join(''), {});
    }),
  );
  let isDone = false;
  const ended = Promise.all(runs.map(({ id }) => waitForRun(app, cookie, id))).finally(() => {
    isDone = true;
  });
  const times = await loadPages(app.origin, () => isDone);
  const states = await ended;
  check(
    `${articles} runs are done`,
    states.every(({ status }) => status === 'done'),
  );
  addFigure(`pages during ${articles} translation runs: p99 ms`, [percentile(times, 99)], { most: 50 });
}

async function measureLongPost(app: RunningApp, cookie: string): Promise<void> {
  const line = 'was written in the garden of a friend and ';
  const paragraphs = Array.from(
    { length: wordCount / 120 },
    (_, index) => `<p>Page ${index} of <b>the journal</b> ${line.repeat(13)}read.</p>`,
  );
  const idle = resetPeakMB(app.pid);
  let run: RunState | undefined;
  const ms = await timed(async () => {
    const { id } = await startRun(app, cookie, paragraphs.join(''), { locales: ['es', 'th'] });
    run = await waitForRun(app, cookie, id);
  });
  check(`the run of the long post is done: ${run?.status}`, run?.status === 'done');
  addFigure(`translating ${wordCount} words into 2 languages: s`, [ms / 1000], { most: 20 });
  const growth = residentMB(app.pid, 'VmHWM') - idle;
  addFigure(`translating ${wordCount} words: peak memory, MB more`, [growth], { most: 300 });
}

async function startRun(app: RunningApp, cookie: string, content: string, body: object): Promise<RunState> {
  const fields = { title: 'An article', content };
  const post = await callAdminApi<{ id: string }>(app, cookie, 'POST /posts', {
    body: savePostSchema.parse({ mode: 'save', locale: 'en', fields }),
  });
  return callAdminApi<RunState>(app, cookie, `POST /posts/${post.id}/translations`, { body });
}

async function waitForRun(app: RunningApp, cookie: string, id: string): Promise<RunState> {
  for (;;) {
    const run = await callAdminApi<RunState>(app, cookie, `GET /runs/${id}`);
    if (run.ended_at !== null) return run;
    await pause(500);
  }
}

/** Returns the response times in milliseconds. */
async function loadPages(origin: string, isDone: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const runClient = async (_: unknown, first: number) => {
    for (let index = first; !isDone(); index += 1) {
      times.push(await timed(() => requestPage(`${origin}${paths[index % paths.length]}`, agent)));
      // As readers do: without a pause, the clients would keep the server busy.
      await pause(20);
    }
  };
  await Promise.all(Array.from({ length: clients }, runClient));
  agent.destroy();
  return times;
}

function requestPage(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      check(`${url} has status 200 during the runs: ${response.statusCode}`, response.statusCode === 200);
      response.resume().on('end', resolve);
    })
      .on('error', reject)
      .end();
  });
}
