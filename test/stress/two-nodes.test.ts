import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readConfig } from '#app/config.ts';
import { createServices } from '#app/services.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { callAdminApi } from '#test/support/admin-session.ts';
import { signInAsOwner } from '#test/support/enter-admin.ts';
import { outline } from '#test/support/outline.ts';
import { postgresBinaries, startPostgres } from '#test/support/postgres-server.ts';
import { startApp } from '#test/support/start-app.ts';
import type { RunState } from '#translation/contract.ts';
import { createSaveRequest } from '../support/start-admin-server.ts';

test.skipIf(postgresBinaries() === null)(
  'with two nodes on one PostgreSQL, one finishes the run of a killed one without repeats',
  async () => {
    await using postgres = await startPostgres();
    if (!postgres) throw new Error('PostgreSQL is installed but did not start');
    await using fake = await startFakeModel();
    const environment = { ...fake.environment, AI_DAILY_BUDGET: '900000000', DATABASE_URL: postgres.url };
    await using first = await startApp(environment);
    const cookie = await signInAsOwner(first);
    const content =
      '<h2>What a picture needs</h2><p>It needs <b>light</b> in the morning, and we had that.</p>';
    const body = createSaveRequest({ title: 'A picture in the morning', content }, { locale: 'en' });
    const post = await callAdminApi<{ id: string; fields: { content: string } }>(
      first,
      cookie,
      'POST /posts',
      {
        body,
      },
    );
    fake.playFor('fr', ['pending']);
    const { id } = await callAdminApi<RunState>(first, cookie, `POST /posts/${post.id}/translations`, {
      body: {},
    });
    while (!fake.calls.some(({ scene }) => scene === 'pending')) await fake.nextChange();

    await using second = await startNode(environment);
    const { runs, startWork } = second;
    const before = await runs.readChangeNumber(id);
    expect(before).toBeGreaterThan(1);
    process.kill(first.pid, 'SIGKILL');
    await first.stop();
    await startWork();
    const getStatus = async (locale: string) =>
      (await runs.read(id))?.steps.find((step) => step.locale === locale)?.status;
    await second.until(async () => (await getStatus('th')) === 'published');
    // Its worker could still be alive.
    expect(await getStatus('fr')).toBe('translating');

    second.passTime(60_000);
    await startWork();
    await second.until(async () => (await runs.read(id))?.ended_at !== null);
    const finalRun = await runs.read(id);
    expect(finalRun).toMatchObject({ status: 'done', percent: 100 });
    expect(finalRun?.steps.map(({ post }) => post?.status)).toEqual(Array(10).fill('published'));
    for (const step of finalRun?.steps.slice(1) ?? []) {
      expect(step).toMatchObject({ status: 'published', code: null });
      const translation = await second.editor.readPost(step.post?.id ?? '');
      expect(outline(translation?.fields.content ?? '')).toBe(outline(post.fields.content));
    }
    const languages = fake.calls.map(({ body: sent }) => /into ([A-Z][A-Za-z ]+)\./.exec(sent)?.[1]);
    const times = Map.groupBy(languages, (language) => language);
    expect(times.size).toBe(9);
    for (const [language, calls] of times)
      expect(calls, language).toHaveLength(language === 'French' ? 2 : 1);
  },
);

/** The services of another node, with a clock that the test advances. */
async function startNode(environment: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'unspool-node-'));
  let passed = 0;
  const config = readConfig({ ...environment, LOG_LEVEL: 'silent', DATA_DIR: dataDir, SEED: 'none' });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const created = await createServices(config.value, { now: () => Date.now() + passed });
  if (!created.ok) throw new Error(created.error.hint);
  const { runs, editor, start, stop } = created.value;
  return {
    runs,
    editor,
    startWork: start,
    passTime(ms: number) {
      passed += ms;
    },
    async until(isSo: () => Promise<boolean>) {
      await vi.waitUntil(isSo, { timeout: 60_000 });
    },
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
