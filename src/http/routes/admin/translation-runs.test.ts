import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { outline } from '#test/support/outline.ts';
import { countRuns } from '#test/support/run-texts.ts';
import {
  type AdminTestServer,
  createSaveRequest,
  startAdminTestServer,
} from '#test/support/start-admin-server.ts';
import { waitForRunEnd } from '#test/support/wait-for-run.ts';
import type { RunState } from '#translation/contract.ts';

const targets = ['es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th'] as const;
const content = [
  '<h2>What a good picture needs</h2>',
  '<p>It needs <strong>light</strong> and a little <a href="/blog">patience</a> in the morning.</p>',
  '<ul><li>We took 24 pictures of the garden</li><li>Ask @ann about them, with <code>npm i</code> at hand</li></ul>',
].join('');

let fake: FakeModel;
let server: AdminTestServer;
let database: Awaited<ReturnType<typeof emptyDatabase>>;
beforeAll(async () => {
  fake = await startFakeModel();
  database = await emptyDatabase();
  const modelLimits = { pauseMs: 1, timeoutMs: 15_000, longTimeoutMs: 15_000, idleMs: 100 };
  server = await startAdminTestServer({
    environment: { ...fake.environment, AI_DAILY_BUDGET: '9000000' },
    overrides: { database, modelLimits },
  });
  await server.services.start();
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await fake?.[Symbol.asyncDispose]();
});

let postCount = 0;
/** Creates a post with unique text, so that no stored translation matches. */
async function write(fields: object = {}) {
  postCount += 1;
  const body = createSaveRequest(
    {
      title: `A picture in the morning ${postCount}`,
      content: `${content}<p>We were <em>happy</em> with the ${postCount} of them.</p>`,
      ...fields,
    },
    { locale: 'en' },
  );
  return (await server.request('editor', 'POST /posts', { body })).body;
}
const start = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
  server.request('editor', `POST /posts/${id}/translations`, { body, headers });

const findStep = (run: RunState, locale: string) => run.steps.find((step) => step.locale === locale);

const ended = (id: string): Promise<RunState> =>
  waitForRunEnd(async () => (await server.request('editor', `GET /runs/${id}`)).body);

describe('a translation run', () => {
  test('publishes the original and nine languages with localized slugs and the same structure', async () => {
    const post = await write({ slug: 'a-picture', excerpt: 'What it needs.', seo_keywords: ['light'] });
    const started = await start(post.id);
    expect(started.status).toBe(201);
    expect(started.body.steps.map(({ locale }: { locale: string }) => locale)).toEqual(['en', ...targets]);
    const run = await ended(started.body.id);
    expect(run).toMatchObject({ status: 'done', percent: 100, current: null });
    const original = (await server.request('editor', `GET /posts/${post.id}`)).body;
    expect(original.status).toBe('published');
    for (const locale of targets) {
      const step = findStep(run, locale);
      expect(step).toMatchObject({ status: 'published', code: null, post: { slug: `a-picture-${locale}` } });
      expect(step?.blocks.accepted).toBe(step?.blocks.total);
      const translated = (await server.request('editor', `GET /posts/${step?.post?.id}`)).body;
      expect(translated).toMatchObject({ article_id: post.article_id, locale, status: 'published' });
      expect(translated.fields.content).toContain(`href="/${locale}/blog"`);
      const withOriginalLinks = translated.fields.content.replace(`/${locale}/blog`, '/blog');
      expect(outline(withOriginalLinks)).toBe(outline(original.fields.content));
      expect(translated.fields.title).not.toBe(original.fields.title);
    }
    expect(run.tokens.spent).toBeGreaterThan(0);
    const before = fake.calls.length;
    const again = await ended((await start(post.id)).body.id);
    expect(again.status).toBe('done');
    expect(fake.calls.length - before, 'calls of a second run').toBe(0);
  });

  test('concurrent starts and repeated starts with one key share one run', async () => {
    const post = await write();
    const body = { locales: ['de'] };
    const key = { 'idempotency-key': 'one-click-of-somebody' };
    const responses = await Promise.all([
      start(post.id, body, key),
      start(post.id, body),
      start(post.id, body),
    ]);
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 200, 201]);
    const run = await ended(responses[0]?.body.id);
    expect(run.status).toBe('done');
    expect(await countRuns(database, post.id)).toBe(1);
    const keyed =
      responses.find((response) => response.status === 201) === responses[0]
        ? await start(post.id, body, key)
        : null;
    expect(keyed?.body.id ?? run.id).toBe(run.id);
  });

  test('a language that falls back is an untranslated draft and can be retried', async () => {
    const post = await write();
    fake.playFor('th', [], 'unauthorized');
    const run = await ended((await start(post.id, { locales: ['de', 'th'] })).body.id);
    expect(run).toMatchObject({ status: 'done_with_errors', percent: 100 });
    expect(findStep(run, 'de')?.status).toBe('published');
    expect(findStep(run, 'th')).toMatchObject({
      status: 'fallback',
      code: 'model.refused',
      post: { status: 'draft' },
    });
    fake.playFor('th', []);
    const retried = await server.request('editor', `POST /runs/${run.id}/retry`, { body: { locale: 'th' } });
    expect(retried.status).toBe(200);
    const retriedRun = await ended(run.id);
    expect(retriedRun.status).toBe('done');
    expect(findStep(retriedRun, 'th')).toMatchObject({ status: 'published', code: null });
  });

  test('with choice all, one language that needs review keeps the others as drafts', async () => {
    const post = await write();
    fake.playFor('fr', [], 'dropped-tag');
    const run = await ended((await start(post.id, { choice: 'all', locales: ['fr', 'de'] })).body.id);
    expect(run.status).toBe('done_with_errors');
    expect(findStep(run, 'fr')).toMatchObject({ status: 'saved', code: 'translation.review' });
    expect(findStep(run, 'de')).toMatchObject({ status: 'saved', code: 'translation.waits' });
    fake.playFor('fr', []);
    await server.request('editor', `POST /runs/${run.id}/retry`, { body: {} });
    const whole = await ended(run.id);
    expect(whole.steps.map(({ status }) => status)).toEqual(['published', 'published', 'published']);
  });

  test('manual edits stay, and the new translation becomes a suggestion', async () => {
    const post = await write();
    const first = await ended((await start(post.id, { locales: ['de'] })).body.id);
    const id = findStep(first, 'de')?.post?.id ?? '';
    const german = (await server.request('editor', `GET /posts/${id}`)).body;
    const editedContent = german.fields.content.replace(/(<h2[^>]*>)[^<]*/, '$1Von Hand geschrieben');
    await server.request('editor', `PUT /posts/${id}`, {
      version: german.version,
      body: createSaveRequest({ ...german.fields, content: editedContent }),
    });
    const now = (await server.request('editor', `GET /posts/${post.id}`)).body;
    const changed = now.fields.content.replace('What a good picture needs', 'What every good picture needs');
    await server.request('editor', `PUT /posts/${post.id}`, {
      version: now.version,
      body: createSaveRequest({ ...now.fields, content: changed }),
    });
    const second = await ended((await start(post.id, { locales: ['de'] })).body.id);
    const after = (await server.request('editor', `GET /posts/${id}`)).body;
    expect(after.fields.content).toContain('Von Hand geschrieben');
    expect(second.status).toBe('done');
    expect((await server.request('editor', `GET /posts/${id}/translation`)).body.offers).toMatchObject([
      { yours: 'Von Hand geschrieben', source: 'What every good picture needs' },
    ]);
    await ended((await start(post.id, { locales: ['de'] })).body.id);
    expect((await server.request('editor', `GET /posts/${id}`)).body.fields.content).toBe(
      after.fields.content,
    );
  });

  test('a cancelled run ends at once and cancels the remaining languages', async () => {
    const post = await write();
    fake.playFor('es', [], 'hang');
    const { id } = (await start(post.id)).body;
    const calls = fake.calls.length;
    while (fake.calls.length === calls) await fake.nextChange();
    const cancelled = await server.request('editor', `POST /runs/${id}/cancel`, { body: {} });
    expect(cancelled.body).toMatchObject({ status: 'cancelled' });
    expect(new Set(cancelled.body.steps.slice(1).map((step: { status: string }) => step.status))).toEqual(
      new Set(['cancelled']),
    );
    expect((await server.request('editor', `POST /runs/${id}/cancel`, { body: {} })).body.code).toBe(
      'run.over',
    );
    fake.playFor('es', []);
  });

  test('the event stream sends the state, then every change, then the end', async () => {
    const post = await write();
    const { id } = (await start(post.id, { locales: ['it', 'vi'] })).body;
    const headers = { cookie: server.getCookie('editor') };
    const text = await (await fetch(`${server.origin}/api/admin/runs/${id}/events`, { headers })).text();
    const states = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '') as RunState);
    expect(states.at(-1)).toMatchObject({ status: 'done', percent: 100 });
    const changes = states.map(({ change }) => change);
    expect(changes).toEqual([...changes].sort((a, b) => a - b));
    const known = { ...headers, 'last-event-id': String(changes.at(-1)) };
    expect((await fetch(`${server.origin}/api/admin/runs/${id}/events`, { headers: known })).status).toBe(
      204,
    );
  });

  test('estimates its cost before it starts', async () => {
    const post = await write();
    const estimate = await server.request('editor', `POST /posts/${post.id}/translations/estimate`, {
      body: {},
    });
    expect(estimate.body).toMatchObject({ tokens: expect.any(Number), most: 250_000 });
    const empty = await write({ title: '' });
    const response = await start(empty.id);
    expect([response.status, response.body.code, response.body.error]).toEqual([
      422,
      'run.empty',
      'Please enter title and content first',
    ]);
  });
});
