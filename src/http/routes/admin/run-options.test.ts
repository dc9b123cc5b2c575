import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { findStep, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import type { RunState } from '#translation/contract.ts';

let database: TestDatabase;
let harness: RunTestServer;
beforeAll(async () => {
  database = await emptyDatabase();
  harness = await startRunTestServer(database);
});
afterAll(() => harness?.[Symbol.asyncDispose]());

const content = (what: string, first = 'It needs light in the morning.') =>
  `<h2>What a ${what} needs</h2><p>${first}</p><p>We were happy with every ${what} of them.</p>`;

const write = (what: string) => harness.write({ title: `A ${what} in the morning`, content: content(what) });
const open = async (id: string) => (await harness.request(`GET /posts/${id}`)).body;
const listStatuses = async (id: string): Promise<(string | undefined)[]> =>
  (await open(id)).languages.map((language: { translation?: string }) => language.translation);

const outcomes = (run: RunState) => run.steps.slice(1).map(({ status, code }) => `${status} ${code}`);
const two = { locales: ['es', 'fr'] };

async function type(id: string, change: object) {
  const { fields, version } = await open(id);
  const body = createSaveRequest({ ...fields, ...change }, { mode: 'autosave' });
  expect((await harness.request(`PUT /posts/${id}`, body, version)).status).toBe(200);
}

describe('all or none', () => {
  const all = { ...two, choice: 'all' };

  test('replaces the published translations and leaves none outdated', async () => {
    const post = await write('boat');
    expect(outcomes(await harness.run(post.id, all))).toEqual(['published null', 'published null']);
    await harness.save(post.id, () => ({ content: content('boat', 'It needs wind in the evening.') }));
    expect(await listStatuses(post.id)).toEqual([undefined, 'outdated', 'outdated']);
    expect(outcomes(await harness.run(post.id, all))).toEqual(['published null', 'published null']);
    expect(await listStatuses(post.id)).toEqual([undefined, undefined, undefined]);
  });

  test('publishes nothing if a user edits a translation during the run, until a retry', async () => {
    const post = await write('tree');
    harness.play('fr', ['pending']);
    const called = harness.calls(2);
    const run = await harness.start(post.id, all);
    await called;
    const spanish = findStep((await harness.request(`GET /runs/${run.id}`)).body, 'es').post?.id ?? '';
    await harness.save(spanish, () => ({ title: 'De mi mano' }));
    harness.fake.release();
    const finalState = await harness.ended(run.id);
    expect([finalState.status, ...outcomes(finalState)]).toEqual([
      'done_with_errors',
      ...Array(2).fill('saved translation.unpublished'),
    ]);
    expect((await open(spanish)).status).toBe('draft');
    await harness.request(`POST /runs/${run.id}/retry`, {});
    expect(outcomes(await harness.ended(run.id))).toEqual(['published null', 'published null']);
    expect((await open(spanish)).fields.title).toBe('De mi mano');
  });

  test('publishes nothing if the original is unpublished at the end', async () => {
    const post = await write('lamp');
    harness.play('fr', [], 'lost-number');
    await harness.save(post.id, () => ({
      content: `${content('lamp')}<p>There were 24 of them in 3 rows.</p>`,
    }));
    const run = await harness.run(post.id, all);
    expect(outcomes(run)).toEqual(['saved translation.waits', 'saved translation.review']);
    harness.play('fr', []);
    // Simulates a process that died after the last language and before the end of the run.
    const set = (text: string) => database.executeSql(text, [run.id]);
    await set(`update translation_task set code = 'translation.waits' where run_id = $1`);
    const { version } = await open(post.id);
    await harness.request(`POST /posts/${post.id}/status`, { status: 'archived' }, version);
    await set(`update translation_run set status = 'running', ended_at = null where id = $1`);
    await harness.adminServer.services.start();
    const finalState = await harness.ended(run.id);
    expect([finalState.status, ...outcomes(finalState)]).toEqual([
      'cancelled',
      ...Array(2).fill('saved run.withdrawn'),
    ]);
  });
});

describe('drafts', () => {
  const drafts = { ...two, choice: 'drafts' };

  test('are made from the working copy and stay current until another version is published', async () => {
    const post = await write('coat');
    await harness.run(post.id, two);
    await type(post.id, { content: content('coat', 'It needs wool.') });
    expect(await listStatuses(post.id)).toEqual([undefined, undefined, undefined]);
    const finalState = await harness.run(post.id, drafts);
    expect(outcomes(finalState)).toEqual(['saved null', 'saved null']);
    expect(await listStatuses(post.id)).toEqual([undefined, undefined, undefined]);
    // Nothing is published yet. Then a user publishes the original and the translation.
    const french = findStep(finalState, 'fr').post?.id ?? '';
    for (const id of [post.id, french]) await harness.save(id, () => ({}));
    expect(await listStatuses(post.id)).toEqual([undefined, undefined, undefined]);
    await type(post.id, { content: content('coat', 'It needs buttons.') });
    expect(await listStatuses(post.id)).toEqual([undefined, undefined, undefined]);
    await harness.save(post.id, () => ({}));
    expect(await listStatuses(post.id)).toEqual([undefined, 'outdated', 'outdated']);
  });

  test('are not published, and earlier translations still count as published', async () => {
    const post = await write('chair');
    await harness.run(post.id, two);
    harness.play('es', ['pending']);
    const called = harness.calls(1);
    await harness.save(post.id, () => ({ content: content('chair', 'It needs a leg.') }));
    const run = await harness.start(post.id, drafts);
    await called;
    const now: RunState = (await harness.request(`GET /runs/${run.id}`)).body;
    expect(now.steps.map((step) => step.post?.status)).toEqual(Array(3).fill('published'));
    harness.fake.release();
    const finalState = await harness.ended(run.id);
    expect(outcomes(finalState)).toEqual(['saved null', 'saved null']);
    const response = await fetch(
      `${harness.adminServer.origin}/api/blog/posts/${findStep(finalState, 'es').post?.slug}?locale=es`,
    );
    expect((await open(findStep(finalState, 'es').post?.id ?? '')).fields.content).not.toBe(
      (await response.json()).content,
    );
  });
});

describe('an approved translation', () => {
  test('counts as translated once its text is in its language or a user approves it', async () => {
    harness.play('de', [], 'unauthorized');
    const postIds = [];
    for (const what of ['fence', 'gate']) {
      const post = await write(what);
      postIds.push(findStep(await harness.run(post.id, { locales: ['de'] }), 'de').post?.id ?? '');
    }
    harness.play('de', []);
    const [editedId = '', approvedId = ''] = postIds;
    const untranslated = async (id: string) => (await listStatuses(id)).includes('untranslated');
    await type(editedId, { title: 'A fence in the mornings' });
    expect(await untranslated(editedId)).toBe(true);
    const german = '<p>Der Zaun ist nicht von uns, und wir haben ihn auch nicht gesehen.</p>';
    await type(editedId, { title: 'Ein Zaun am Morgen', content: german });
    expect(await untranslated(editedId)).toBe(false);
    expect(await untranslated(approvedId)).toBe(true);
    expect((await harness.request(`POST /posts/${approvedId}/translation/approve`)).status).toBe(200);
    expect(await untranslated(approvedId)).toBe(false);
  });

  test('that keeps original text is accepted in this article only', async () => {
    const sentence = '<p>There were 24 birds in 3 of the trees</p>';
    const translateToGerman = async (what: string) => {
      const post = await harness.write({ title: `A ${what}`, content: content(what) + sentence });
      return { id: post.id, step: findStep(await harness.run(post.id, { locales: ['de'] }), 'de') };
    };
    harness.play('de', [], 'lost-number');
    const first = await translateToGerman('nest');
    expect(first.step.code).toBe('translation.review');
    expect((await harness.request(`POST /posts/${first.step.post?.id}/translation/approve`)).status).toBe(
      200,
    );
    const again = findStep(await harness.run(first.id, { locales: ['de'] }), 'de');
    expect(again).toMatchObject({ status: 'published', code: null });
    expect((await open(again.post?.id ?? '')).fields.content).toContain(sentence);
    expect((await translateToGerman('branch')).step.code).toBe('translation.review');
    harness.play('de', []);
  });
});
