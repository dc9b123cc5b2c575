import { expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { waitForRunEnd } from '#test/support/run-harness.ts';
import { type RunningApp, startApp, startAppIn } from '#test/support/start-app.ts';
import { createRandom, stressRuns } from '#test/support/stress.ts';
import type { RunState } from '#translation/contract.ts';
import { emptyPostFields } from '#web/admin/editor/draft/post-fields.ts';

const kills = stressRuns(1, 50);
const seed = 20_261_127;
/** More translations than the process completes between the kills. */
const posts = stressRuns(4, 60);
const languages = 10;
const concurrency = 4;
/** Latest kill after a request to the model. */
const withinMs = 100;
const timeoutMs = 1_200_000;

test(`after ${kills} kills -9 (seed ${seed}), the translations of ${posts} posts started at once all end, and only interrupted calls are repeated`, {
  timeout: timeoutMs + 60_000,
}, async () => {
  await using model = await startFakeModel({ thinkMs: 100 });
  const limits = { AI_DAILY_BUDGET: '900000000', AI_CONCURRENCY: String(concurrency) };
  const environment = { ...model.environment, ...limits };
  const random = createRandom(seed);
  await using first = await startApp(environment);
  const cookie = await signInAsOwner(first);
  const created: EditorPost[] = [];
  for (let index = 1; index <= posts; index += 1) {
    const fields = { title: `A garden in the morning ${index}`, content: `<p>We saw ${index} birds.</p>` };
    const body = { mode: 'save', locale: 'en', fields: { ...emptyPostFields, ...fields } };
    created.push(await callAdminApi<EditorPost>(first, cookie, 'POST /posts', { body }));
  }
  const targets = created.map(({ id, version }) => ({ id, version }));
  const before = model.calls.length;
  const { results } = await callAdminApi<{ results: object[] }>(first, cookie, 'POST /posts/bulk', {
    body: { action: 'translate', posts: targets },
  });
  expect(results).toEqual(targets.map(({ id }) => ({ id, success: true, changed: true })));
  let app: RunningApp = first;
  let calls = before;
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      while (model.calls.length === calls) await model.nextChange();
      await new Promise((resolve) => setTimeout(resolve, random() * withinMs));
      process.kill(app.pid, 'SIGKILL');
      await app.stop();
      calls = model.calls.length;
      app = await startAppIn(first.dataDir, environment);
    }
    const unfinished = await callAdminApi<{ totalPosts: number }>(app, cookie, 'GET /posts?state=missing');
    expect(unfinished.totalPosts, 'the runs outlast the kills').toBeGreaterThan(0);
    for (const { id } of created) {
      const read = () => callAdminApi<RunState>(app, cookie, `GET /posts/${id}/run`);
      expect(await waitForRunEnd(read, timeoutMs)).toMatchObject({ status: 'done', choice: 'drafts' });
    }
    const missing = await callAdminApi<{ totalPosts: number }>(app, cookie, 'GET /posts?state=missing');
    expect(missing.totalPosts).toBe(0);
    for (const { id } of created) {
      const { languages: states } = await callAdminApi<EditorPost>(app, cookie, `GET /posts/${id}`);
      expect(states.map(({ status }) => status)).toEqual(Array(languages).fill('draft'));
    }
    expect(model.calls.length - before).toBeLessThanOrEqual(posts * (languages - 1) + kills * concurrency);
  } finally {
    await app.stop();
  }
});
