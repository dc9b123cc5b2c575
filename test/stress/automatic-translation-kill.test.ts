import { expect, test } from 'vitest';
import type { EditorPost, RevisionSummary } from '#blog/editing-contract.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { callAdminApi, sendAdminRequest, sendForm, signInAsOwner } from '#test/support/admin-session.ts';
import { waitForRunEnd } from '#test/support/run-harness.ts';
import { createClock } from '#test/support/shift-clock.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { type RunningApp, startApp, startAppIn } from '#test/support/start-app.ts';
import { createRandom, stressRuns } from '#test/support/stress.ts';
import type { RunState } from '#translation/contract.ts';

const posts = stressRuns(1, 12);
const seed = 20_261_130;
/** Latest second kill after the start, at which the rule starts what is due. */
const withinMs = 400;
const timeoutMs = 90_000;
const minuteMs = 60_000;

test(`of ${posts} posts, each published right before a kill -9 and due at another one (seed ${seed}), each is translated once`, {
  timeout: (posts + 2) * timeoutMs,
}, async () => {
  await using model = await startFakeModel({ thinkMs: 50 });
  const environment = { ...model.environment, AI_CONCURRENCY: '1', AI_DAILY_BUDGET: '900000000' };
  const random = createRandom(seed);
  await using first = await startApp(environment);
  const { dataDir } = first;
  const cookie = await signInAsOwner(first);
  const fields = {
    intent: 'save',
    'automatic-mode': 'publish',
    'automatic-hour': '3',
    'automatic-de': 'yes',
  };
  expect((await sendForm(first, '/admin/settings/translation', { cookie, fields })).status).toBe(303);
  let app: RunningApp = first;
  async function killAndRestart(minutesAhead: number): Promise<void> {
    process.kill(app.pid, 'SIGKILL');
    await app.stop();
    using clock = createClock(minutesAhead * minuteMs);
    app = await startAppIn(dataDir, { ...environment, ...clock.environment });
  }
  const ids: string[] = [];
  try {
    for (let index = 1; index <= posts; index += 1) {
      const text = { title: `Garden ${index} of the town`, content: `<p>We saw ${index} birds in it.</p>` };
      const body = createSaveRequest({ ...text, status: 'published' }, { locale: 'en', mode: 'publish' });
      const { id } = await callAdminApi<EditorPost>(app, cookie, 'POST /posts', { body });
      ids.push(id);
      const minutes = 11 * index;
      await killAndRestart(minutes);
      await new Promise((resolve) => setTimeout(resolve, random() * withinMs));
      await killAndRestart(minutes);
      await expect
        .poll(async () => (await sendAdminRequest(app.origin, cookie, `GET /posts/${id}/run`)).status, {
          timeout: timeoutMs,
        })
        .toBe(200);
      const read = () => callAdminApi<RunState>(app, cookie, `GET /posts/${id}/run`);
      expect(await waitForRunEnd(read, timeoutMs)).toMatchObject({ status: 'done' });
    }
    // Oldest first, one after another: an earlier post would have been started again before the last one.
    for (const id of ids) {
      const path = `GET /posts/${id}/revisions`;
      const { revisions } = await callAdminApi<{ revisions: RevisionSummary[] }>(app, cookie, path);
      expect(revisions.map(({ kind }) => kind)).toEqual(['translation_started', 'published']);
    }
    expect(model.calls.length).toBeLessThanOrEqual(2 * posts);
  } finally {
    await app.stop();
  }
});
