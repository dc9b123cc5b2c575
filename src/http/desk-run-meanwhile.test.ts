import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabases, emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { type RunDesk, startRunDesk, stepOf } from '#test/support/run-desk.ts';
import { deskSave } from '#test/support/start-desk-edge.ts';
import { startEdge } from '#test/support/start-edge.ts';

const content = (what: string) =>
  `<h2>What a ${what} needs</h2><p>It needs <b>light</b> in the morning.</p><p>We were happy with the ${what}.</p>`;
let made = 0;

/** A post whose first language hangs in the model until it is let go. */
async function held(desk: RunDesk, locales: string[], fields: object = {}) {
  made += 1;
  const what = `picture ${made}`;
  const post = await desk.write({
    title: `A ${what}`,
    slug: `picture-${made}`,
    content: content(what),
    ...fields,
  });
  desk.play('es', ['held']);
  const called = desk.calls(1);
  const run = await desk.start(post.id, { locales });
  await called;
  return { post, run, what };
}

describeDatabases('while a run is at work', (open) => {
  let database: TestDatabase;
  let desk: RunDesk;
  beforeAll(async () => {
    database = await open();
    desk = await startRunDesk(database);
  });
  afterAll(() => desk?.[Symbol.asyncDispose]());

  test('the original may change: the translation is of what it was, and says that it is out of date', async () => {
    const { post, run } = await held(desk, ['es', 'fr']);
    await desk.save(post.id, () => ({ slug: `${post.fields.slug}-renamed`, content: content('house') }));
    desk.fake.release();
    const end = await desk.ended(run.id);
    expect(end.status).toBe('done');
    expect(stepOf(end, 'fr').post?.slug).toBe(`${post.fields.slug}-fr`);
    const states = async () =>
      (await desk.ask(`GET /posts/${post.id}`)).body.languages.map(
        (one: { translation?: string }) => one.translation,
      );
    expect(await states()).toEqual([undefined, 'outdated', 'outdated']);
    await desk.run(post.id, { locales: ['es', 'fr'] });
    expect(await states()).toEqual([undefined, undefined, undefined]);
  });

  test('the original may be taken back: the run is cancelled, and readers get no translation', async () => {
    const { post, run } = await held(desk, ['es', 'fr']);
    const { version } = (await desk.ask(`GET /posts/${post.id}`)).body;
    expect((await desk.ask(`POST /posts/${post.id}/status`, { status: 'archived' }, version)).status).toBe(
      200,
    );
    desk.fake.release();
    expect(await desk.ended(run.id)).toMatchObject({
      status: 'cancelled',
      steps: [{}, { code: 'run.withdrawn' }, { code: 'run.withdrawn' }],
    });
    expect((await desk.ask(`GET /posts/${post.id}`)).body.languages).toHaveLength(1);
  });

  test('the original may be deleted: nothing of it is left, and the next run goes on', async () => {
    const { post, run } = await held(desk, ['es', 'fr']);
    const { version } = (await desk.ask(`GET /posts/${post.id}`)).body;
    expect((await desk.edge.ask('owner', `DELETE /posts/${post.id}`, { version })).status).toBeLessThan(300);
    desk.fake.release();
    expect((await desk.ask(`GET /runs/${run.id}`)).body.code).toBe('run.missing');
    const next = await desk.write({ title: 'The next one', content: content('tree') });
    expect((await desk.run(next.id, { locales: ['es'] })).status).toBe('done');
    expect((await desk.ask(`GET /posts?search=${post.fields.slug}`)).body.posts).toEqual([]);
  });

  test('somebody may write the translation, or take its address', async () => {
    const { post, run } = await held(desk, ['es', 'fr']);
    const own = await desk.ask('POST /posts', {
      ...{ mode: 'save', locale: 'es', article_id: post.article_id },
      fields: { ...post.fields, status: 'draft', slug: 'de-mi-mano', title: 'De mi mano' },
    });
    expect(own.status).toBe(201);
    await desk.write({ title: 'Autre chose', slug: `${post.fields.slug}-fr` }, 'fr');
    desk.fake.release();
    const end = await desk.ended(run.id);
    expect(stepOf(end, 'es')).toMatchObject({ status: 'saved', code: 'translation.human' });
    expect((await desk.ask(`GET /posts/${own.body.id}`)).body.fields.title).toBe('De mi mano');
    expect(stepOf(end, 'fr')).toMatchObject({
      status: 'published',
      post: { slug: `${post.fields.slug}-fr-2` },
    });
  });

  test('who starts another joins it, who retries it changes nothing, and one that is over cannot go on beside it', async () => {
    const { post, run: first } = await held(desk, ['es', 'fr']);
    expect((await desk.ask(`POST /runs/${first.id}/cancel`, {})).body.status).toBe('cancelled');
    desk.fake.release();
    desk.play('es', ['held']);
    const called = desk.calls(1);
    const live = await desk.start(post.id, { locales: ['es', 'fr'] });
    await called;
    expect((await desk.start(post.id, { locales: ['th'] })).id).toBe(live.id);
    expect((await desk.ask(`POST /runs/${live.id}/retry`, {})).status).toBe(200);
    const beside = await desk.ask(`POST /runs/${first.id}/retry`, {});
    expect([beside.status, beside.body.code]).toEqual([409, 'run.live']);
    desk.fake.release();
    expect(await desk.ended(live.id)).toMatchObject({ status: 'done', steps: { length: 3 } });
    expect((await desk.ask(`POST /runs/${live.id}/retry`, {})).body.code).toBe('run.over');
  });

  test('it is never over with a language that is still to come, however a retry meets its end', async () => {
    const { runs } = desk.edge.services;
    const { post, run } = await held(desk, ['es', 'pt', 'fr']);
    desk.fake.release();
    for (let round = 1; round <= 4; round += 1) {
      // The last language ends about now.
      await desk.calls(round === 1 ? 2 : 0);
      await Promise.all([runs.retry(run.id, 'es'), runs.retry(run.id, 'es'), runs.retry(run.id, 'pt')]);
      const state = await desk.ended(run.id);
      expect(state.steps.filter(({ status }) => ['queued', 'translating'].includes(status))).toEqual([]);
    }
    expect((await desk.ask(`GET /posts/${post.id}`)).body.languages).toHaveLength(4);
  }, 60_000);

  test('a slug that waits in a translation goes on waiting', async () => {
    const post = await desk.write({ title: 'A picture of a slug', content: content('slug') });
    const first = stepOf(await desk.run(post.id, { locales: ['es'] }), 'es').post;
    const { fields, version } = (await desk.ask(`GET /posts/${first?.id}`)).body;
    const typed = deskSave({ ...fields, slug: 'typed-by-hand' }, { mode: 'autosave' });
    expect((await desk.ask(`PUT /posts/${first?.id}`, typed, version)).status).toBe(200);
    await desk.save(post.id, () => ({ content: content('other slug') }));
    expect((await desk.run(post.id, { locales: ['es'] })).status).toBe('done');
    const { body } = await desk.ask(`GET /posts/${first?.id}`);
    expect(body).toMatchObject({ has_working_copy: true, fields: { slug: 'typed-by-hand' } });
    expect(body.fields.content).not.toBe(fields.content);
  });

  test('an older run is not tried again once there is a newer one', async () => {
    const post = await desk.write({ title: 'A picture of an age', content: content('age') });
    const older = await desk.run(post.id, { locales: ['es'] });
    await desk.run(post.id, { locales: ['es'] });
    const { runs } = desk.edge.services;
    expect(await runs.retry(older.id, 'es')).toEqual({ ok: false, error: { code: 'run.over' } });
  });

  test('a key of another post starts a run of its own', async () => {
    const { runs } = desk.edge.services;
    const by = { id: desk.edge.idOf('editor'), name: 'E', mayPublish: true };
    const ids = [];
    for (const what of ['key', 'lock']) {
      const post = await desk.write({ title: `A picture of a ${what}`, content: content(what) });
      const started = await runs.start({
        ...{ postId: post.id, version: null, key: 'one-key-of-two-posts', choice: 'passed' },
        ...{ locales: ['es'], by },
      });
      ids.push(started.ok && started.value.run.id);
      if (started.ok) await desk.ended(started.value.run.id);
    }
    expect(new Set(ids).size).toBe(2);
  });

  test('its budget may end: what is left falls back, and goes on once there is more', async () => {
    const { fake } = desk;
    const environment = { ...fake.environment, AI_DAILY_BUDGET: '900000000' };
    const post = await desk.write({ title: 'A picture of money', content: content('coin') });
    const services = async (AI_RUN_BUDGET: string) =>
      startEdge({ environment: { ...environment, AI_RUN_BUDGET }, overrides: { database } });
    await using poor = await services('6000');
    const started = await poor.services.runs.start({
      ...{ postId: post.id, version: null, key: null, choice: 'passed' },
      by: { id: desk.edge.idOf('editor'), name: 'E', mayPublish: true },
    });
    if (!started.ok) throw new Error(started.error.code);
    const { id } = started.value.run;
    const end = await desk.ended(id);
    const outcomes = end.steps.slice(1).map(({ status, code }) => `${status} ${code}`);
    expect(outcomes[0]).toBe('published null');
    expect(outcomes.at(-1)).toBe('fallback run.budget');
    expect(end.tokens.spent).toBeLessThanOrEqual(6000);
    expect(end).toMatchObject({ status: 'done_with_errors', percent: 100 });
    await using rich = await services('900000');
    await rich.services.runs.retry(id);
    expect(await desk.ended(id)).toMatchObject({ status: 'done', tokens: { most: 900_000 } });
  }, 60_000);
});

test('the budget of the day may end in the middle: what is left falls back, and says why', async () => {
  await using desk = await startRunDesk(await emptyDatabase(), { AI_DAILY_BUDGET: '7000' });
  const post = await desk.write({ title: 'A picture of money', content: content('coin') });
  const end = await desk.run(post.id);
  const outcomes = end.steps.slice(1).map(({ status, code }) => `${status} ${code}`);
  expect(outcomes[0]).toBe('published null');
  expect(outcomes.at(-1)).toBe('fallback model.budget');
  for (const { post: kept, status } of end.steps.slice(1))
    expect(kept?.status).toBe(status === 'published' ? 'published' : 'draft');
});

test('an original in another language goes into the other nine, English first, and only what is asked for', async () => {
  await using desk = await startRunDesk(await emptyDatabase());
  const html = '<p>Das Bild braucht <b>Licht</b> am Morgen, und wir waren mit allen zufrieden.</p>';
  const post = await desk.write({ title: 'Ein Bild am Morgen', slug: 'ein-bild', content: html }, 'de');
  const nothing = await desk.ask(`POST /posts/${post.id}/translations`, { locales: ['de'] });
  expect([nothing.status, nothing.body.code]).toEqual([409, 'language.taken']);
  const end = await desk.run(post.id);
  expect(end.steps.map(({ locale }) => locale)).toEqual([
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
  expect(stepOf(end, 'en')).toMatchObject({ status: 'published', post: { slug: 'ein-bild-en' } });
  const picture = '<p><img src="/files/4be0643f-1d98-573b-97cd-ca98a65347dd/480.webp" alt=""></p>';
  const wordless = await desk.write({ title: 'Nothing but a picture', content: picture });
  expect((await desk.run(wordless.id, { locales: ['es'] })).status).toBe('done');
  const empty = await desk.write({ title: 'A title', content: '<p>&nbsp;</p>' });
  expect((await desk.ask(`POST /posts/${empty.id}/translations`, {})).body.code).toBe('run.empty');
});
