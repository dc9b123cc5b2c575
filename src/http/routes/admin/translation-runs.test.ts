import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { outline } from '#test/support/outline.ts';
import { countRuns, findStep, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';

const targets = ['es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th'] as const;
const content = [
  '<h2>What a good picture needs</h2>',
  '<p>It needs <strong>light</strong> and a little <a href="/blog">patience</a> in the morning.</p>',
  '<ul><li>We took 24 pictures of the garden</li><li>Ask @ann about them, with <code>npm i</code> at hand</li></ul>',
].join('');

let harness: RunTestServer;
let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  harness = await startRunTestServer(database, { AI_RUN_BUDGET: '250000' });
});
afterAll(() => harness?.[Symbol.asyncDispose]());

let postCount = 0;
/** Creates a post with unique text, so that no stored translation matches. */
function write(fields: object = {}) {
  postCount += 1;
  const title = `A picture in the morning ${postCount}`;
  const last = `<p>We were <em>happy</em> with the ${postCount} of them.</p>`;
  return harness.write({ title, content: content + last, ...fields });
}
const start = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
  harness.adminServer.request('editor', `POST /posts/${id}/translations`, { body, headers });

describe('a translation run', () => {
  test('publishes the original and nine languages with localized slugs and the same structure', async () => {
    const post = await write({ slug: 'a-picture', excerpt: 'What it needs.', seo_keywords: ['light'] });
    const started = await start(post.id);
    expect(started.status).toBe(201);
    expect(started.body.steps.map(({ locale }: { locale: string }) => locale)).toEqual(['en', ...targets]);
    const run = await harness.ended(started.body.id);
    expect(run).toMatchObject({ status: 'done', percent: 100, current: null });
    const original = (await harness.request(`GET /posts/${post.id}`)).body;
    expect(original.status).toBe('published');
    for (const locale of targets) {
      const step = findStep(run, locale);
      expect(step).toMatchObject({ status: 'published', code: null, post: { slug: `a-picture-${locale}` } });
      expect(step.blocks.accepted).toBe(step.blocks.total);
      const translated = (await harness.request(`GET /posts/${step.post?.id}`)).body;
      expect(translated).toMatchObject({ article_id: post.article_id, locale, status: 'published' });
      expect(translated.fields.content).toContain(`href="/${locale}/blog"`);
      const withOriginalLinks = translated.fields.content.replace(`/${locale}/blog`, '/blog');
      expect(outline(withOriginalLinks)).toBe(outline(original.fields.content));
      expect(translated.fields.title).not.toBe(original.fields.title);
    }
    expect(run.tokens.spent).toBeGreaterThan(0);
    const before = harness.fake.calls.length;
    const again = await harness.ended((await start(post.id)).body.id);
    expect(again.status).toBe('done');
    expect(harness.fake.calls.length - before, 'calls of a second run').toBe(0);
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
    const run = await harness.ended(responses[0]?.body.id);
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
    harness.play('th', [], 'unauthorized');
    const run = await harness.ended((await start(post.id, { locales: ['de', 'th'] })).body.id);
    expect(run).toMatchObject({ status: 'done_with_errors', percent: 100 });
    expect(findStep(run, 'de').status).toBe('published');
    expect(findStep(run, 'th')).toMatchObject({
      status: 'fallback',
      code: 'model.refused',
      post: { status: 'draft' },
    });
    harness.play('th', []);
    const retried = await harness.request(`POST /runs/${run.id}/retry`, { locale: 'th' });
    expect(retried.status).toBe(200);
    const retriedRun = await harness.ended(run.id);
    expect(retriedRun.status).toBe('done');
    expect(findStep(retriedRun, 'th')).toMatchObject({ status: 'published', code: null });
  });

  test('a cancelled run ends its model call at once and cancels the remaining languages', async () => {
    const post = await write();
    harness.play('es', [], 'hang');
    const called = harness.calls(1);
    const { id } = (await start(post.id)).body;
    await called;
    const cancelledAt = performance.now();
    const cancelled = await harness.request(`POST /runs/${id}/cancel`, {});
    expect(cancelled.body).toMatchObject({ status: 'cancelled' });
    for (const step of cancelled.body.steps.slice(1)) expect(step.status).toBe('cancelled');
    while (harness.fake.openCalls() > 0) await harness.fake.nextChange();
    // Well before the limit of a call, which is 15 seconds here.
    expect(performance.now() - cancelledAt).toBeLessThan(10_000);
    expect((await harness.request(`POST /runs/${id}/cancel`, {})).body.code).toBe('run.over');
    harness.play('es', []);
  });

  test('estimates its cost before it starts', async () => {
    const post = await write();
    const estimate = await harness.request(`POST /posts/${post.id}/translations/estimate`, {});
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
