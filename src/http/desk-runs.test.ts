import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunState } from '#assistant/contract.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { outline } from '#test/support/outline.ts';
import { runsOf } from '#test/support/run-texts.ts';
import { type DeskEdge, deskSave, startDeskEdge } from '#test/support/start-desk-edge.ts';
import { waitForRunEnd } from '#test/support/wait-for-run.ts';

const targets = ['es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th'] as const;
const content = [
  '<h2>What a good picture needs</h2>',
  '<p>It needs <strong>light</strong> and a little <a href="/blog">patience</a> in the morning.</p>',
  '<ul><li>We took 24 pictures of the garden</li><li>Ask @ann about them, with <code>npm i</code> at hand</li></ul>',
].join('');

let fake: FakeModel;
let edge: DeskEdge;
let database: Awaited<ReturnType<typeof emptyDatabase>>;
beforeAll(async () => {
  fake = await startFakeModel();
  database = await emptyDatabase();
  const modelLimits = { pauseMs: 1, wholeMs: 15_000, longMs: 15_000, idleMs: 100 };
  edge = await startDeskEdge({
    environment: { ...fake.environment, AI_DAILY_BUDGET: '9000000' },
    overrides: { database, modelLimits },
  });
  await edge.services.startWork();
});
afterAll(async () => {
  await edge?.[Symbol.asyncDispose]();
  await fake?.[Symbol.asyncDispose]();
});

let made = 0;
/** A post of its own, and no translation that is remembered. */
async function write(fields: object = {}) {
  made += 1;
  const body = deskSave(
    {
      title: `A picture in the morning ${made}`,
      content: `${content}<p>We were <em>happy</em> with the ${made} of them.</p>`,
      ...fields,
    },
    { locale: 'en' },
  );
  return (await edge.ask('editor', 'POST /posts', { body })).body;
}
const start = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
  edge.ask('editor', `POST /posts/${id}/translations`, { body, headers });
const stepOf = (run: RunState, locale: string) => run.steps.find((step) => step.locale === locale);

const ended = (id: string): Promise<RunState> =>
  waitForRunEnd(async () => (await edge.ask('editor', `GET /runs/${id}`)).body);

describe('a run of translations', () => {
  test('publishes the original and nine languages, by the rule of slugs, with the same structure', async () => {
    const post = await write({ slug: 'a-picture', excerpt: 'What it needs.', seo_keywords: ['light'] });
    const started = await start(post.id);
    expect(started.status).toBe(201);
    expect(started.body.steps.map(({ locale }: { locale: string }) => locale)).toEqual(['en', ...targets]);
    const run = await ended(started.body.id);
    expect(run).toMatchObject({ status: 'done', percent: 100, current: null });
    const original = (await edge.ask('editor', `GET /posts/${post.id}`)).body;
    expect(original.status).toBe('published');
    for (const locale of targets) {
      const step = stepOf(run, locale);
      expect(step).toMatchObject({ status: 'published', code: null, post: { slug: `a-picture-${locale}` } });
      expect(step?.blocks.accepted).toBe(step?.blocks.total);
      const made = (await edge.ask('editor', `GET /posts/${step?.post?.id}`)).body;
      expect(made).toMatchObject({ article_id: post.article_id, locale, status: 'published' });
      expect(made.fields.content).toContain(`href="/${locale}/blog"`);
      const likeTheOriginal = made.fields.content.replace(`/${locale}/blog`, '/blog');
      expect(outline(likeTheOriginal)).toBe(outline(original.fields.content));
      expect(made.fields.title).not.toBe(original.fields.title);
    }
    expect(run.tokens.spent).toBeGreaterThan(0);
    const before = fake.calls.length;
    const again = await ended((await start(post.id)).body.id);
    expect(again.status).toBe('done');
    expect(fake.calls.length - before, 'calls of a second run').toBe(0);
  });

  test('two that click at once have one run, and so has who asks again by the same key', async () => {
    const post = await write();
    const body = { locales: ['de'] };
    const key = { 'idempotency-key': 'one-click-of-somebody' };
    const both = await Promise.all([start(post.id, body, key), start(post.id, body), start(post.id, body)]);
    expect(new Set(both.map((one) => one.body.id)).size).toBe(1);
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 200, 201]);
    const run = await ended(both[0]?.body.id);
    expect(run.status).toBe('done');
    expect(await runsOf(database, post.id)).toBe(1);
    const keyed = both.find((one) => one.status === 201) === both[0] ? await start(post.id, body, key) : null;
    expect(keyed?.body.id ?? run.id).toBe(run.id);
  });

  test("a language that falls back is a draft in the original's words, and can be tried again", async () => {
    const post = await write();
    fake.playFor('th', [], 'unauthorised');
    const run = await ended((await start(post.id, { locales: ['de', 'th'] })).body.id);
    expect(run).toMatchObject({ status: 'done_with_errors', percent: 100 });
    expect(stepOf(run, 'de')?.status).toBe('published');
    expect(stepOf(run, 'th')).toMatchObject({
      ...{ status: 'fallback', code: 'model.refused' },
      post: { status: 'draft' },
    });
    fake.playFor('th', []);
    const retried = await edge.ask('editor', `POST /runs/${run.id}/retry`, { body: { locale: 'th' } });
    expect(retried.status).toBe(200);
    const better = await ended(run.id);
    expect(better.status).toBe('done');
    expect(stepOf(better, 'th')).toMatchObject({ status: 'published', code: null });
  });

  test('all or none: one that does not pass keeps the others as drafts', async () => {
    const post = await write();
    fake.playFor('fr', [], 'dropped-tag');
    const run = await ended((await start(post.id, { choice: 'all', locales: ['fr', 'de'] })).body.id);
    expect(run.status).toBe('done_with_errors');
    expect(stepOf(run, 'fr')).toMatchObject({ status: 'saved', code: 'translation.review' });
    expect(stepOf(run, 'de')).toMatchObject({ status: 'saved', code: 'translation.waits' });
    fake.playFor('fr', []);
    await edge.ask('editor', `POST /runs/${run.id}/retry`, { body: {} });
    const whole = await ended(run.id);
    expect(whole.steps.map(({ status }) => status)).toEqual(['published', 'published', 'published']);
  });

  test('what a person wrote over a translation stays, and the new one is offered', async () => {
    const post = await write();
    const first = await ended((await start(post.id, { locales: ['de'] })).body.id);
    const id = stepOf(first, 'de')?.post?.id ?? '';
    const german = (await edge.ask('editor', `GET /posts/${id}`)).body;
    const words = german.fields.content.replace(/(<h2[^>]*>)[^<]*/, '$1Von Hand geschrieben');
    await edge.ask('editor', `PUT /posts/${id}`, {
      version: german.version,
      body: deskSave({ ...german.fields, content: words }),
    });
    const now = (await edge.ask('editor', `GET /posts/${post.id}`)).body;
    const changed = now.fields.content.replace('What a good picture needs', 'What every good picture needs');
    await edge.ask('editor', `PUT /posts/${post.id}`, {
      version: now.version,
      body: deskSave({ ...now.fields, content: changed }),
    });
    const second = await ended((await start(post.id, { locales: ['de'] })).body.id);
    const after = (await edge.ask('editor', `GET /posts/${id}`)).body;
    expect(after.fields.content).toContain('Von Hand geschrieben');
    expect(second.status).toBe('done');
    expect((await edge.ask('editor', `GET /posts/${id}/translation`)).body.offers).toMatchObject([
      { yours: 'Von Hand geschrieben', source: 'What every good picture needs' },
    ]);
    await ended((await start(post.id, { locales: ['de'] })).body.id);
    expect((await edge.ask('editor', `GET /posts/${id}`)).body.fields.content).toBe(after.fields.content);
  });

  test('a cancelled run ends at once, and what was not begun stays undone', async () => {
    const post = await write();
    fake.playFor('es', [], 'hang');
    const { id } = (await start(post.id)).body;
    const calls = fake.calls.length;
    while (fake.calls.length === calls) await fake.nextChange();
    const cancelled = await edge.ask('editor', `POST /runs/${id}/cancel`, { body: {} });
    expect(cancelled.body).toMatchObject({ status: 'cancelled' });
    expect(new Set(cancelled.body.steps.slice(1).map((step: { status: string }) => step.status))).toEqual(
      new Set(['cancelled']),
    );
    expect((await edge.ask('editor', `POST /runs/${id}/cancel`, { body: {} })).body.code).toBe('run.over');
    fake.playFor('es', []);
  });

  test('whoever watches gets the state, then every change, then the end', async () => {
    const post = await write();
    const { id } = (await start(post.id, { locales: ['it', 'vi'] })).body;
    const headers = { cookie: edge.cookieOf('editor') };
    const text = await (await fetch(`${edge.origin}/api/admin/runs/${id}/events`, { headers })).text();
    const states = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '') as RunState);
    expect(states.at(-1)).toMatchObject({ status: 'done', percent: 100 });
    const changes = states.map(({ change }) => change);
    expect(changes).toEqual([...changes].sort((a, b) => a - b));
    const known = { ...headers, 'last-event-id': String(changes.at(-1)) };
    expect((await fetch(`${edge.origin}/api/admin/runs/${id}/events`, { headers: known })).status).toBe(204);
  });

  test('says before it starts what it would take', async () => {
    const post = await write();
    const estimate = await edge.ask('editor', `POST /posts/${post.id}/translations/estimate`, { body: {} });
    expect(estimate.body).toMatchObject({ tokens: expect.any(Number), most: 250_000 });
    const empty = await write({ title: '' });
    const refused = await start(empty.id);
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      422,
      'run.empty',
      'Please enter title and content first',
    ]);
  });
});
