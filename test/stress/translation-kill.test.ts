import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RunState } from '#assistant/contract.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { askDesk } from '#test/support/admin-session.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { outline } from '#test/support/outline.ts';
import { type RunningApp, startApp, startAppIn } from '#test/support/start-app.ts';
import { deskSave } from '#test/support/start-desk-edge.ts';
import { stressRuns } from '#test/support/stress.ts';
import { waitForRunEnd } from '#test/support/wait-for-run.ts';

const kills = stressRuns(1, 30);
const seed = 20_261_122;
/** Of one run. */
const killsOfRun = 5;
/** So long after its start a process is killed at the latest; a whole run takes some seconds. */
const withinMs = 500;
/** For each kill. Not what it should take: a machine that does ten other things must not end it. */
const patienceMs = 90_000;

interface Document {
  id: string;
  fields: { content: string };
}

test(`a run that is killed again and again, at ${kills} moments of seed ${seed}, ends with all nine right, and no block is asked for again but of the call that was under way`, {
  timeout: (kills + 2) * patienceMs,
}, async () => {
  await using fake = await startFakeModel();
  const environment = { ...fake.environment, AI_DAILY_BUDGET: '900000000', AI_RUN_BUDGET: '9000000' };
  const random = randomOf(seed);
  let app = await startApp(environment);
  const { dataDir } = app;
  try {
    const cookie = await enterAsOwner(app);
    for (let left = kills; left > 0; left -= killsOfRun) {
      const post = await askDesk<Document>(app, cookie, 'POST /posts', { body: article(left) });
      const before = fake.calls.length;
      const { id } = await askDesk<RunState>(app, cookie, `POST /posts/${post.id}/translations`, {
        body: {},
      });
      const mayAskAgain: string[] = [];
      for (let kill = 0; kill < Math.min(left, killsOfRun); kill += 1) {
        await new Promise((resolve) => setTimeout(resolve, random() * withinMs));
        process.kill(app.pid, 'SIGKILL');
        await app.stop();
        mayAskAgain.push(...askedIn(fake.calls.slice(before).slice(-1)));
        app = await startAppIn(dataDir, environment);
      }
      const run = await untilEnded(app, cookie, id);
      expect(run).toMatchObject({ status: 'done', percent: 100 });
      for (const step of run.steps.slice(1)) {
        expect(step).toMatchObject({ status: 'published', code: null });
        const made = await askDesk<Document>(app, cookie, `GET /posts/${step.post?.id}`);
        expect(outline(made.fields.content)).toBe(outline(post.fields.content));
      }
      const asked = askedIn(fake.calls.slice(before));
      const again = asked.filter((one, place) => asked.indexOf(one) < place);
      for (const one of new Set(again))
        expect(countOf(again, one), one).toBeLessThanOrEqual(countOf(mayAskAgain, one));
    }
  } finally {
    await app[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Longer than what goes into one call, so that a language has several. */
function article(number: number) {
  const paragraphs = Array.from({ length: 6 }, (_, place) => {
    const words = Array.from({ length: 18 }, (_, at) => `it was taken in garden ${at} of a friend`).join(
      ', and ',
    );
    return `<p>In round ${number} <b>picture ${place}</b> was taken, ${words}.</p>`;
  });
  const content = `<h2>Round ${number}</h2>${paragraphs.join('')}`;
  return deskSave({ title: `A picture of round ${number}`, content }, { locale: 'en' });
}

/** Language and block of everything that was asked for. */
function askedIn(calls: readonly { body: string }[]): string[] {
  return calls.flatMap(({ body }) => {
    const to = /into ([A-Z][A-Za-z ]+)\./.exec(body)?.[1];
    return [...body.matchAll(/\{\\"id\\":\\"(\w+)\\"/g)].map(([, block]) => `${to} ${block}`);
  });
}

function countOf(all: readonly string[], one: string): number {
  return all.filter((each) => each === one).length;
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function untilEnded(app: RunningApp, cookie: string, id: string): Promise<RunState> {
  return waitForRunEnd(() => askDesk<RunState>(app, cookie, `GET /runs/${id}`));
}
