import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { outline } from '#test/support/outline.ts';
import { waitForRunEnd } from '#test/support/run-harness.ts';
import { type RunningApp, startApp, startAppIn } from '#test/support/start-app.ts';
import { createRandom, stressRuns } from '#test/support/stress.ts';
import type { RunState } from '#translation/contract.ts';
import { createSaveRequest } from '../support/start-admin-server.ts';

const kills = stressRuns(1, 50);
const seed = 20_261_122;
/** Enough for a run that outlasts all kills. */
const paragraphs = stressRuns(6, 100);
/** Latest kill after a request to the model. */
const withinMs = 300;
/** Per kill. Generous, so that a busy machine does not fail the test. */
const timeoutMs = 90_000;

interface Document {
  id: string;
  fields: { content: string };
}

test(`a run killed ${kills} times (seed ${seed}) completes, keeps its scores and repeats only interrupted calls`, {
  timeout: (kills + 4) * timeoutMs,
}, async () => {
  await using fake = await startFakeModel({ thinkMs: 100 });
  // One call at a time, so that a kill interrupts at most one.
  const limits = { AI_CONCURRENCY: '1', AI_DAILY_BUDGET: '900000000', AI_RUN_BUDGET: '9000000' };
  const reader = { AI_REVIEW_MODEL: 'reader', AI_REVIEW_BUDGET: '900000000', AI_REVIEW_THRESHOLD: '60' };
  const environment = { ...fake.environment, ...limits, ...reader };
  const random = createRandom(seed);
  let app = await startApp(environment);
  const { dataDir } = app;
  try {
    const cookie = await signInAsOwner(app);
    const post = await callAdminApi<Document>(app, cookie, 'POST /posts', { body: article() });
    const before = fake.calls.length;
    const { id } = await callAdminApi<RunState>(app, cookie, `POST /posts/${post.id}/translations`, {
      body: {},
    });
    const mayRepeat: string[] = [];
    let calls = before;
    for (let kill = 0; kill < kills; kill += 1) {
      while (fake.calls.length === calls) await fake.nextChange();
      await new Promise((resolve) => setTimeout(resolve, random() * withinMs));
      process.kill(app.pid, 'SIGKILL');
      await app.stop();
      mayRepeat.push(...listBlocks(fake.calls.slice(-1)));
      calls = fake.calls.length;
      app = await startAppIn(dataDir, environment);
    }
    const atLastKill = await callAdminApi<RunState>(app, cookie, `GET /runs/${id}`);
    expect(atLastKill.ended_at, 'the run outlasts the kills').toBeNull();

    const run = await waitForEnd(app, cookie, id);
    expect(run).toMatchObject({ status: 'done', percent: 100 });
    for (const step of run.steps.slice(1)) {
      expect(step).toMatchObject({ status: 'published', code: null });
      const translation = await callAdminApi<Document>(app, cookie, `GET /posts/${step.post?.id}`);
      expect(outline(translation.fields.content)).toBe(outline(post.fields.content));
    }
    const blocks = listBlocks(fake.calls.slice(before));
    expect(blocks.some((block) => block.startsWith('read'))).toBe(true);
    const again = blocks.filter((block, index) => blocks.indexOf(block) < index);
    for (const block of new Set(again))
      expect(countOccurrences(again, block), block).toBeLessThanOrEqual(countOccurrences(mayRepeat, block));
  } finally {
    await app[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Too long for one model call, so that each language needs several. */
function article() {
  const texts = Array.from({ length: paragraphs }, (_, index) => {
    const clauses = Array.from({ length: 18 }, (_, at) => `it was taken in garden ${at} of a friend`).join(
      ', and ',
    );
    return `<p>Before <b>picture ${index}</b> was taken, ${clauses}.</p>`;
  });
  return createSaveRequest(
    { title: 'Pictures of gardens', content: `<h2>Pictures</h2>${texts.join('')}` },
    { locale: 'en' },
  );
}

/** What was asked for each block: the language, and the id of a translated block or the source of a read one. */
function listBlocks(calls: readonly { body: string }[]): string[] {
  return calls.flatMap(({ body }) => {
    const to = /into ([A-Z][A-Za-z ]+)\./.exec(body)?.[1];
    if (body.includes('You review translations'))
      return [...body.matchAll(/\\"source\\":\\"(.{0,40})/g)].map(([, source]) => `read ${to} ${source}`);
    return [...body.matchAll(/\{\\"id\\":\\"(\w+)\\"/g)].map(([, block]) => `translate ${to} ${block}`);
  });
}

function countOccurrences(all: readonly string[], value: string): number {
  return all.filter((item) => item === value).length;
}

async function waitForEnd(app: RunningApp, cookie: string, id: string): Promise<RunState> {
  return waitForRunEnd(() => callAdminApi<RunState>(app, cookie, `GET /runs/${id}`), 3 * timeoutMs);
}
