import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RunState } from '#assistant/contract.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { askDesk } from '#test/support/admin-session.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { outline } from '#test/support/outline.ts';
import { startApp, startAppIn } from '#test/support/start-app.ts';
import { deskSave } from '#test/support/start-desk-edge.ts';

const kills = Number(process.env.KILLS ?? 30);
/** Within this time of its start a run is killed. */
const withinMs = 2500;

test(`a run that is killed at ${kills} random moments ends with all nine right, and no block is asked for more than once more`, {
  timeout: 60_000 + kills * 30_000,
  retry: 0,
}, async () => {
  await using fake = await startFakeModel();
  const environment = { ...fake.environment, AI_DAILY_BUDGET: '900000000', AI_RUN_BUDGET: '9000000' };
  let app = await startApp(environment);
  const { dataDir } = app;
  try {
    const cookie = await enterAsOwner(app);
    for (let round = 1; round <= kills; round += 1) {
      const paragraphs = Array.from(
        { length: 6 },
        (_, place) =>
          `<p>In the ${round}th round <b>picture ${place}</b> was taken in the garden of a friend.</p>`,
      );
      const fields = {
        title: `A picture of round ${round}`,
        content: `<h2>Round ${round}</h2>${paragraphs.join('')}`,
      };
      const body = deskSave(fields, { locale: 'en' });
      const post = await askDesk<{ id: string; fields: { content: string } }>(app, cookie, 'POST /posts', {
        body,
      });
      const before = fake.calls.length;
      const { id } = await askDesk<RunState>(app, cookie, `POST /posts/${post.id}/translations`, {
        body: {},
      });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * withinMs));
      process.kill(app.pid, 'SIGKILL');
      await app.stop();
      app = await startAppIn(dataDir, environment);
      const run = await untilEnded(app, cookie, id);
      expect(run).toMatchObject({ status: 'done', percent: 100 });
      for (const step of run.steps.slice(1)) {
        expect(step).toMatchObject({ status: 'published', code: null });
        const made = await askDesk<typeof post>(app, cookie, `GET /posts/${step.post?.id}`);
        expect(outline(made.fields.content)).toBe(outline(post.fields.content));
      }
      const asked = fake.calls.slice(before).flatMap(({ body: sent }) => {
        const to = /into ([A-Z][A-Za-z ]+)\./.exec(sent)?.[1];
        return [...sent.matchAll(/\{\\"id\\":\\"(\w+)\\"/g)].map(([, block]) => `${to} ${block}`);
      });
      const times = Map.groupBy(asked, (one) => one);
      expect(Math.max(...[...times.values()].map((all) => all.length))).toBeLessThanOrEqual(2);
    }
  } finally {
    await app[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function untilEnded(app: Parameters<typeof askDesk>[0], cookie: string, id: string): Promise<RunState> {
  for (;;) {
    const run = await askDesk<RunState>(app, cookie, `GET /runs/${id}`);
    if (run.ended_at !== null) return run;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
