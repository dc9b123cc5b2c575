import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunState } from '#assistant/contract.ts';
import { emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { type RunDesk, startRunDesk, stepOf } from '#test/support/run-desk.ts';
import { deskSave } from '#test/support/start-desk-edge.ts';

let database: TestDatabase;
let desk: RunDesk;
beforeAll(async () => {
  database = await emptyDatabase();
  desk = await startRunDesk(database);
});
afterAll(() => desk?.[Symbol.asyncDispose]());

const content = (what: string, first = 'It needs light in the morning.') =>
  `<h2>What a ${what} needs</h2><p>${first}</p><p>We were happy with every ${what} of them.</p>`;
const write = (what: string) => desk.write({ title: `A ${what} in the morning`, content: content(what) });
const open = async (id: string) => (await desk.ask(`GET /posts/${id}`)).body;
const marksOf = async (id: string): Promise<(string | undefined)[]> =>
  (await open(id)).languages.map((one: { translation?: string }) => one.translation);
const outcomes = (run: RunState) => run.steps.slice(1).map(({ status, code }) => `${status} ${code}`);
const two = { locales: ['es', 'fr'] };

async function type(id: string, change: object) {
  const { fields, version } = await open(id);
  const body = deskSave({ ...fields, ...change }, { mode: 'autosave' });
  expect((await desk.ask(`PUT /posts/${id}`, body, version)).status).toBe(200);
}

describe('all or none', () => {
  const all = { ...two, choice: 'all' };

  test('publishes over what readers see, and nothing is out of date afterwards', async () => {
    const post = await write('boat');
    expect(outcomes(await desk.run(post.id, all))).toEqual(['published null', 'published null']);
    await desk.save(post.id, () => ({ content: content('boat', 'It needs wind in the evening.') }));
    expect(await marksOf(post.id)).toEqual([undefined, 'outdated', 'outdated']);
    expect(outcomes(await desk.run(post.id, all))).toEqual(['published null', 'published null']);
    expect(await marksOf(post.id)).toEqual([undefined, undefined, undefined]);
  });

  test('waits where somebody changed one of them just then, says so, and goes on when tried again', async () => {
    const post = await write('tree');
    desk.play('fr', ['held']);
    const called = desk.calls(2);
    const run = await desk.start(post.id, all);
    await called;
    const spanish = stepOf((await desk.ask(`GET /runs/${run.id}`)).body, 'es').post?.id ?? '';
    await desk.save(spanish, () => ({ title: 'De mi mano' }));
    desk.fake.release();
    const end = await desk.ended(run.id);
    expect([end.status, ...outcomes(end)]).toEqual([
      'done_with_errors',
      ...Array(2).fill('saved translation.unpublished'),
    ]);
    expect((await open(spanish)).status).toBe('draft');
    await desk.ask(`POST /runs/${run.id}/retry`, {});
    expect(outcomes(await desk.ended(run.id))).toEqual(['published null', 'published null']);
    expect((await open(spanish)).fields.title).toBe('De mi mano');
  });

  test('publishes none where the original was taken back at the end, and says so', async () => {
    const post = await write('lamp');
    desk.play('fr', [], 'lost-number');
    await desk.save(post.id, () => ({
      content: `${content('lamp')}<p>There were 24 of them in 3 rows.</p>`,
    }));
    const run = await desk.run(post.id, all);
    expect(outcomes(run)).toEqual(['saved translation.waits', 'saved translation.review']);
    desk.play('fr', []);
    // As if the last language had passed, and its process had ended before the end of the run.
    const set = (text: string) => database.executeSql(text, [run.id]);
    await set(`update translation_task set code = 'translation.waits' where run_id = $1`);
    const { version } = await open(post.id);
    await desk.ask(`POST /posts/${post.id}/status`, { status: 'archived' }, version);
    await set(`update translation_run set status = 'running', ended_at = null where id = $1`);
    await desk.edge.services.startWork();
    const end = await desk.ended(run.id);
    expect([end.status, ...outcomes(end)]).toEqual(['cancelled', ...Array(2).fill('saved run.withdrawn')]);
  });
});

describe('drafts', () => {
  const drafts = { ...two, choice: 'drafts' };

  test('of what is typed over what readers see are of that, until it is another', async () => {
    const post = await write('coat');
    await desk.run(post.id, two);
    await type(post.id, { content: content('coat', 'It needs wool.') });
    expect(await marksOf(post.id)).toEqual([undefined, undefined, undefined]);
    const end = await desk.run(post.id, drafts);
    expect(outcomes(end)).toEqual(['saved null', 'saved null']);
    expect(await marksOf(post.id)).toEqual([undefined, undefined, undefined]);
    // Nothing of it is to be seen yet; then a person publishes original and translation.
    const french = stepOf(end, 'fr').post?.id ?? '';
    for (const id of [post.id, french]) await desk.save(id, () => ({}));
    expect(await marksOf(post.id)).toEqual([undefined, undefined, undefined]);
    await type(post.id, { content: content('coat', 'It needs buttons.') });
    expect(await marksOf(post.id)).toEqual([undefined, undefined, undefined]);
    await desk.save(post.id, () => ({}));
    expect(await marksOf(post.id)).toEqual([undefined, 'outdated', 'outdated']);
  });

  test('are published by nobody, and what readers see of before counts as published from the start', async () => {
    const post = await write('chair');
    await desk.run(post.id, two);
    desk.play('es', ['held']);
    const called = desk.calls(1);
    await desk.save(post.id, () => ({ content: content('chair', 'It needs a leg.') }));
    const run = await desk.start(post.id, drafts);
    await called;
    const now: RunState = (await desk.ask(`GET /runs/${run.id}`)).body;
    expect(now.steps.map((step) => step.post?.status)).toEqual(Array(3).fill('published'));
    desk.fake.release();
    const end = await desk.ended(run.id);
    expect(outcomes(end)).toEqual(['saved null', 'saved null']);
    const answer = await fetch(
      `${desk.edge.origin}/api/blog/posts/${stepOf(end, 'es').post?.slug}?locale=es`,
    );
    expect((await open(stepOf(end, 'es').post?.id ?? '')).fields.content).not.toBe(
      (await answer.json()).content,
    );
  });
});

describe('what a person found right', () => {
  const standIn = 'is a translation once its text is plainly in its language, or a person says that it is';
  test(standIn, async () => {
    desk.play('de', [], 'unauthorised');
    const made = [];
    for (const what of ['fence', 'gate']) {
      const post = await write(what);
      made.push(stepOf(await desk.run(post.id, { locales: ['de'] }), 'de').post?.id ?? '');
    }
    desk.play('de', []);
    const [typed = '', marked = ''] = made;
    const untranslated = async (id: string) => (await marksOf(id)).includes('untranslated');
    await type(typed, { title: 'A fence in the mornings' });
    expect(await untranslated(typed)).toBe(true);
    const german = '<p>Der Zaun ist nicht von uns, und wir haben ihn auch nicht gesehen.</p>';
    await type(typed, { title: 'Ein Zaun am Morgen', content: german });
    expect(await untranslated(typed)).toBe(false);
    expect(await untranslated(marked)).toBe(true);
    expect((await desk.ask(`POST /posts/${marked}/translation/approve`)).status).toBe(200);
    expect(await untranslated(marked)).toBe(false);
  });

  test('of the original’s words is right in this article alone', async () => {
    const sentence = '<p>There were 24 birds in 3 of the trees</p>';
    const germanOf = async (what: string) => {
      const post = await desk.write({ title: `A ${what}`, content: content(what) + sentence });
      return { id: post.id, step: stepOf(await desk.run(post.id, { locales: ['de'] }), 'de') };
    };
    desk.play('de', [], 'lost-number');
    const first = await germanOf('nest');
    expect(first.step.code).toBe('translation.review');
    expect((await desk.ask(`POST /posts/${first.step.post?.id}/translation/approve`)).status).toBe(200);
    const again = stepOf(await desk.run(first.id, { locales: ['de'] }), 'de');
    expect(again).toMatchObject({ status: 'published', code: null });
    expect((await open(again.post?.id ?? '')).fields.content).toContain(sentence);
    expect((await germanOf('branch')).step.code).toBe('translation.review');
    desk.play('de', []);
  });
});

test('who loses a language just before it is kept keeps nothing of it, and who has it then keeps it once', async () => {
  const own = await emptyDatabase();
  const steal = `update translation_task set lease = gen_random_uuid()
    where status = 'translating' and blocks > 0 and blocks_done = blocks returning locale`;
  const stolen = Promise.withResolvers<void>();
  let isStolen = false;
  await using robbed = await startRunDesk(own, {}, async () => {
    isStolen ||= (await own.executeSql(steal)).rows.length > 0;
    if (isStolen) stolen.resolve();
  });
  const post = await robbed.write({ title: 'A picture of a thief', content: content('thief') });
  const { id } = await robbed.start(post.id, { locales: ['es'] });
  await stolen.promise;
  const languages = async () => (await robbed.ask(`GET /posts/${post.id}`)).body.languages;
  expect(await languages()).toHaveLength(1);
  // Whoever has it now is gone, and their time is over.
  await robbed.edge.services.startWork();
  const end = await robbed.ended(id);
  expect(outcomes(end)).toEqual(['published null']);
  expect(await languages()).toHaveLength(2);
  const spanish = stepOf(end, 'es').post?.id;
  expect((await robbed.ask(`GET /posts/${spanish}/revisions`)).body.revisions).toHaveLength(1);
  expect(robbed.fake.calls).toHaveLength(1);
});
