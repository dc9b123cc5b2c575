import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabases, emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { findStep, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { startTestServer } from '#test/support/start-server.ts';

const content = (what: string) =>
  `<h2>What a ${what} needs</h2><p>It needs <b>light</b> in the morning.</p><p>We were happy with the ${what}.</p>`;

let postCount = 0;

/** Starts a run whose Spanish translation waits in the fake model until `release` is called. */
async function startPausedRun(harness: RunTestServer, locales: string[], fields: object = {}) {
  postCount += 1;
  const what = `picture ${postCount}`;
  const post = await harness.write({
    title: `A ${what}`,
    slug: `picture-${postCount}`,
    content: content(what),
    ...fields,
  });
  harness.play('es', ['pending']);
  const called = harness.calls(1);
  const run = await harness.start(post.id, { locales });
  await called;
  return { post, run, what };
}

describeDatabases('while a run is in progress', (open) => {
  let database: TestDatabase;
  let harness: RunTestServer;
  beforeAll(async () => {
    database = await open();
    harness = await startRunTestServer(database);
  });
  afterAll(() => harness?.[Symbol.asyncDispose]());

  test('a change of the original leaves the finished translations outdated', async () => {
    const { post, run } = await startPausedRun(harness, ['es', 'fr']);
    await harness.save(post.id, () => ({ slug: `${post.fields.slug}-renamed`, content: content('house') }));
    harness.fake.release();
    const finalState = await harness.ended(run.id);
    expect(finalState.status).toBe('done');
    expect(findStep(finalState, 'fr').post?.slug).toBe(`${post.fields.slug}-fr`);
    const states = async () =>
      (await harness.request(`GET /posts/${post.id}`)).body.languages.map(
        (language: { translation?: string }) => language.translation,
      );
    expect(await states()).toEqual([undefined, 'outdated', 'outdated']);
    await harness.run(post.id, { locales: ['es', 'fr'] });
    expect(await states()).toEqual([undefined, undefined, undefined]);
  });

  test('unpublishing the original cancels the run and publishes no translation', async () => {
    const { post, run } = await startPausedRun(harness, ['es', 'fr']);
    const { version } = (await harness.request(`GET /posts/${post.id}`)).body;
    expect(
      (await harness.request(`POST /posts/${post.id}/status`, { status: 'archived' }, version)).status,
    ).toBe(200);
    harness.fake.release();
    expect(await harness.ended(run.id)).toMatchObject({
      status: 'cancelled',
      steps: [{}, { code: 'run.withdrawn' }, { code: 'run.withdrawn' }],
    });
    expect((await harness.request(`GET /posts/${post.id}`)).body.languages).toHaveLength(1);
  });

  test('deleting the original removes the run, and the next run works', async () => {
    const { post, run } = await startPausedRun(harness, ['es', 'fr']);
    const { version } = (await harness.request(`GET /posts/${post.id}`)).body;
    expect(
      (await harness.adminServer.request('owner', `DELETE /posts/${post.id}`, { version })).status,
    ).toBeLessThan(300);
    harness.fake.release();
    expect((await harness.request(`GET /runs/${run.id}`)).body.code).toBe('run.missing');
    const next = await harness.write({ title: 'The next one', content: content('tree') });
    expect((await harness.run(next.id, { locales: ['es'] })).status).toBe('done');
    expect((await harness.request(`GET /posts?search=${post.fields.slug}`)).body.posts).toEqual([]);
  });

  test('a user may create the translation or take its slug', async () => {
    const { post, run } = await startPausedRun(harness, ['es', 'fr']);
    const created = await harness.request('POST /posts', {
      mode: 'save',
      locale: 'es',
      article_id: post.article_id,
      fields: { ...post.fields, status: 'draft', slug: 'de-mi-mano', title: 'De mi mano' },
    });
    expect(created.status).toBe(201);
    await harness.write({ title: 'Autre chose', slug: `${post.fields.slug}-fr` }, 'fr');
    harness.fake.release();
    const finalState = await harness.ended(run.id);
    expect(findStep(finalState, 'es')).toMatchObject({ status: 'saved', code: 'translation.human' });
    expect((await harness.request(`GET /posts/${created.body.id}`)).body.fields.title).toBe('De mi mano');
    expect(findStep(finalState, 'fr')).toMatchObject({
      status: 'published',
      post: { slug: `${post.fields.slug}-fr-2` },
    });
  });

  test('another start joins it, and a cancelled run cannot resume beside it', async () => {
    const { post, run: first } = await startPausedRun(harness, ['es', 'fr']);
    expect((await harness.request(`POST /runs/${first.id}/cancel`, {})).body.status).toBe('cancelled');
    harness.fake.release();
    harness.play('es', ['pending']);
    const called = harness.calls(1);
    const running = await harness.start(post.id, { locales: ['es', 'fr'] });
    await called;
    expect((await harness.start(post.id, { locales: ['th'] })).id).toBe(running.id);
    expect((await harness.request(`POST /runs/${running.id}/retry`, {})).status).toBe(200);
    const retried = await harness.request(`POST /runs/${first.id}/retry`, {});
    expect([retried.status, retried.body.code]).toEqual([409, 'run.live']);
    harness.fake.release();
    expect(await harness.ended(running.id)).toMatchObject({ status: 'done', steps: { length: 3 } });
    expect((await harness.request(`POST /runs/${running.id}/retry`, {})).body.code).toBe('run.over');
  });

  test('a retry near the end never leaves languages queued in a finished run', async () => {
    const { runs } = harness.adminServer.services;
    const { post, run } = await startPausedRun(harness, ['es', 'pt', 'fr']);
    harness.fake.release();
    for (let round = 1; round <= 4; round += 1) {
      // The last language finishes around this time.
      await harness.calls(round === 1 ? 2 : 0);
      await Promise.all([runs.retry(run.id, 'es'), runs.retry(run.id, 'es'), runs.retry(run.id, 'pt')]);
      const state = await harness.ended(run.id);
      expect(state.steps.filter(({ status }) => ['queued', 'translating'].includes(status))).toEqual([]);
    }
    expect((await harness.request(`GET /posts/${post.id}`)).body.languages).toHaveLength(4);
  }, 60_000);

  test('a slug in the working copy of a translation is kept', async () => {
    const post = await harness.write({ title: 'A picture of a slug', content: content('slug') });
    const first = findStep(await harness.run(post.id, { locales: ['es'] }), 'es').post;
    const { fields, version } = (await harness.request(`GET /posts/${first?.id}`)).body;
    const autosave = createSaveRequest({ ...fields, slug: 'typed-by-hand' }, { mode: 'autosave' });
    expect((await harness.request(`PUT /posts/${first?.id}`, autosave, version)).status).toBe(200);
    await harness.save(post.id, () => ({ content: content('other slug') }));
    expect((await harness.run(post.id, { locales: ['es'] })).status).toBe('done');
    const { body } = await harness.request(`GET /posts/${first?.id}`);
    expect(body).toMatchObject({ has_working_copy: true, fields: { slug: 'typed-by-hand' } });
    expect(body.fields.content).not.toBe(fields.content);
  });

  test('an older run cannot be retried once there is a newer one', async () => {
    const post = await harness.write({ title: 'A picture of an age', content: content('age') });
    const older = await harness.run(post.id, { locales: ['es'] });
    await harness.run(post.id, { locales: ['es'] });
    const { runs } = harness.adminServer.services;
    expect(await runs.retry(older.id, 'es')).toEqual({ ok: false, error: { code: 'run.over' } });
  });

  test('the same key on another post starts its own run', async () => {
    const { runs } = harness.adminServer.services;
    const actor = { id: harness.adminServer.getUserId('editor'), name: 'E', mayPublish: true };
    const ids = [];
    for (const what of ['key', 'lock']) {
      const post = await harness.write({ title: `A picture of a ${what}`, content: content(what) });
      const started = await runs.start({
        postId: post.id,
        version: null,
        key: 'one-key-of-two-posts',
        choice: 'passed',
        locales: ['es'],
        actor,
      });
      ids.push(started.ok && started.value.run.id);
      if (started.ok) await harness.ended(started.value.run.id);
    }
    expect(new Set(ids).size).toBe(2);
  });

  test('a key that has started a run is rejected with other choices', async () => {
    const { runs } = harness.adminServer.services;
    const actor = { id: harness.adminServer.getUserId('editor'), name: 'E', mayPublish: true };
    const post = await harness.write({ title: 'A picture of a key', content: content('key') });
    const start = { postId: post.id, version: null, key: 'one-key-of-one-post', actor };
    const first = await runs.start({ ...start, choice: 'drafts', locales: ['es', 'fr'] });
    const repeated = await runs.start({ ...start, choice: 'drafts', locales: ['fr', 'es'] });
    if (!first.ok || !repeated.ok) throw new Error('the run was not started');
    expect([repeated.value.run.id, repeated.value.joined]).toEqual([first.value.run.id, true]);
    const rejected = { ok: false, error: { code: 'key.reused' } };
    expect(await runs.start({ ...start, choice: 'all', locales: ['es', 'fr'] })).toEqual(rejected);
    expect(await runs.start({ ...start, choice: 'drafts', locales: ['es'] })).toEqual(rejected);
    expect(await runs.start({ ...start, choice: 'drafts' })).toEqual(rejected);
    await harness.ended(first.value.run.id);
  });

  test('languages over the run budget fall back until a retry with a larger budget', async () => {
    const { fake } = harness;
    const environment = { ...fake.environment, AI_DAILY_BUDGET: '900000000', AI_CONCURRENCY: '1' };
    const post = await harness.write({ title: 'A picture of money', content: content('coin') });
    const services = async (AI_RUN_BUDGET: string) =>
      startTestServer({ environment: { ...environment, AI_RUN_BUDGET }, overrides: { database } });
    await using poor = await services('6000');
    const started = await poor.services.runs.start({
      postId: post.id,
      version: null,
      key: null,
      choice: 'passed',
      actor: { id: harness.adminServer.getUserId('editor'), name: 'E', mayPublish: true },
    });
    if (!started.ok) throw new Error(started.error.code);
    const { id } = started.value.run;
    const finalState = await harness.ended(id);
    const outcomes = finalState.steps.slice(1).map(({ status, code }) => `${status} ${code}`);
    expect(outcomes[0]).toBe('published null');
    expect(outcomes.at(-1)).toBe('fallback run.budget');
    expect(finalState.tokens.spent).toBeLessThanOrEqual(6000);
    expect(finalState).toMatchObject({ status: 'done_with_errors', percent: 100 });
    await using rich = await services('900000');
    await rich.services.runs.retry(id);
    expect(await harness.ended(id)).toMatchObject({ status: 'done', tokens: { most: 900_000 } });
  }, 60_000);
});

test('a worker that loses its lease before saving saves nothing, and the next one saves once', async () => {
  const database = await emptyDatabase();
  const stealLease = `update translation_task set lease = gen_random_uuid()
    where status = 'translating' and blocks > 0 and blocks_done = blocks returning locale`;
  const leaseStolen = Promise.withResolvers<void>();
  let isStolen = false;
  await using harness = await startRunTestServer(database, {}, async () => {
    isStolen ||= (await database.executeSql(stealLease)).rows.length > 0;
    if (isStolen) leaseStolen.resolve();
  });
  const post = await harness.write({ title: 'A picture of a thief', content: content('thief') });
  const { id } = await harness.start(post.id, { locales: ['es'] });
  await leaseStolen.promise;
  const languages = async () => (await harness.request(`GET /posts/${post.id}`)).body.languages;
  expect(await languages()).toHaveLength(1);
  // Nobody works under the new lease, so a restart picks the task up.
  await harness.adminServer.services.start();
  const finalState = await harness.ended(id);
  expect(await languages()).toHaveLength(2);
  const spanish = findStep(finalState, 'es');
  expect(spanish).toMatchObject({ status: 'published', code: null });
  expect((await harness.request(`GET /posts/${spanish.post?.id}/revisions`)).body.revisions).toHaveLength(1);
  expect(harness.fake.calls).toHaveLength(1);
});

test('languages over the daily budget fall back with model.budget', async () => {
  await using harness = await startRunTestServer(await emptyDatabase(), { AI_DAILY_BUDGET: '5000' });
  const post = await harness.write({ title: 'A picture of money', content: content('coin') });
  const finalState = await harness.run(post.id);
  const outcomes = finalState.steps.slice(1).map(({ status, code }) => `${status} ${code}`);
  expect(outcomes[0]).toBe('published null');
  expect(outcomes.at(-1)).toBe('fallback model.budget');
  for (const { post: translation, status } of finalState.steps.slice(1))
    expect(translation?.status).toBe(status === 'published' ? 'published' : 'draft');
});

test('a German original is translated into the other nine languages, English first', async () => {
  await using harness = await startRunTestServer(await emptyDatabase());
  const html = '<p>Das Bild braucht <b>Licht</b> am Morgen, und wir waren mit allen zufrieden.</p>';
  const post = await harness.write({ title: 'Ein Bild am Morgen', slug: 'ein-bild', content: html }, 'de');
  const rejected = await harness.request(`POST /posts/${post.id}/translations`, { locales: ['de'] });
  expect([rejected.status, rejected.body.code]).toEqual([409, 'language.taken']);
  const finalState = await harness.run(post.id);
  expect(finalState.steps.map(({ locale }) => locale)).toEqual([
    'de',
    'en',
    'es',
    'pt',
    'fr',
    'it',
    'zh',
    'vi',
    'id',
    'th',
  ]);
  expect(findStep(finalState, 'en')).toMatchObject({ status: 'published', post: { slug: 'ein-bild-en' } });
  const imageHtml = '<p><img src="/files/4be0643f-1d98-573b-97cd-ca98a65347dd/480.webp" alt=""></p>';
  const imagePost = await harness.write({ title: 'Nothing but a picture', content: imageHtml });
  expect((await harness.run(imagePost.id, { locales: ['es'] })).status).toBe('done');
  const empty = await harness.write({ title: 'A title', content: '<p>&nbsp;</p>' });
  expect((await harness.request(`POST /posts/${empty.id}/translations`, {})).body.code).toBe('run.empty');
});
