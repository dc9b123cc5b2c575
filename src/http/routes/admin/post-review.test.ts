import { afterAll, beforeAll, expect, test } from 'vitest';
import { translationAssessment, translationBlock } from '#database/schema.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { findStep, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';
import type { LanguageReview } from '#translation/post-review-contract.ts';

const doubted = ['Nobody saw the fox in the garden.', 'Never leave the gate open at night.'];
const lost = ['Todos vieron el zorro en el jardín.', 'Deja la puerta abierta por la noche.'];
const content = doubted.map((text) => `<p>${text}</p>`).join('');
const actor = { id: 'someone', name: 'Ada', mayPublish: true };

let harness: RunTestServer;
let database: Awaited<ReturnType<typeof emptyDatabase>>;
beforeAll(async () => {
  database = await emptyDatabase();
  harness = await startRunTestServer(database, { AI_REVIEW_THRESHOLD: '60' });
  harness.fake.answer(({ text, instructions }) =>
    instructions.includes('into Spanish') ? (lost[doubted.indexOf(text)] ?? null) : null,
  );
});
afterAll(() => harness?.[Symbol.asyncDispose]());

const reviews = () => harness.adminServer.services.postReviews;
async function readSpanish(id: string): Promise<LanguageReview> {
  const review = await reviews().read(id, actor);
  const spanish = review?.languages.find(({ locale }) => locale === 'es');
  if (!spanish) throw new Error('there is no Spanish');
  return spanish;
}

async function translate(slug: string) {
  await database.query.delete(translationAssessment);
  await database.query.delete(translationBlock);
  const post = await harness.write({ title: 'A quiet garden', content, slug });
  const run = await harness.run(post.id, { locales: ['es'], choice: 'passed' });
  return { post, step: findStep(run, 'es') };
}

test('a person accepts a block, which changes no text, and then no longer sees it', async () => {
  const { post, step } = await translate('accept');
  expect(step).toMatchObject({ status: 'saved', code: 'translation.review' });
  const before = await readSpanish(post.id);
  expect(before.score).toMatchObject({ score: 50, doubtful: 2 });
  expect(before.blocks.map(({ source, text }) => [source, text]).sort()).toEqual(
    [
      [doubted[1], lost[1]],
      [doubted[0], lost[0]],
    ].sort(),
  );
  const [first] = before.blocks;
  if (!first) throw new Error('there is no block');
  const decided = await reviews().decide(post.id, 'es', first, { kind: 'accept' }, actor);
  expect(decided).toEqual({ ok: true, value: null });
  const after = await readSpanish(post.id);
  expect(after.post).toEqual(before.post);
  expect(after.score).toMatchObject({ doubtful: 1 });
  expect(after.blocks.map(({ id }) => id)).toEqual(before.blocks.map(({ id }) => id).slice(1));
  const again = await reviews().decide(post.id, 'es', first, { kind: 'accept' }, actor);
  expect(again).toMatchObject({ ok: false, error: { code: 'block.changed' } });
});

test('a language is out of date once the original has changed', async () => {
  const { post } = await translate('outdated');
  expect((await readSpanish(post.id)).isOutdated).toBe(false);
  await harness.save(post.id, (fields) => ({ content: `${fields.content}<p>It rained all day.</p>` }));
  expect((await readSpanish(post.id)).isOutdated).toBe(true);
});

test('two people accept two blocks at once', async () => {
  const { post } = await translate('together');
  const { blocks } = await readSpanish(post.id);
  const accept = (block: (typeof blocks)[number]) =>
    reviews().decide(post.id, 'es', block, { kind: 'accept' }, actor);
  expect(await Promise.all(blocks.map(accept))).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  const { body } = await harness.request(`GET /posts/${post.id}/side-by-side/es`);
  const accepted = body.blocks.filter(({ source }: { source: string }) => doubted.includes(source));
  expect(accepted.map(({ state }: { state: string }) => state)).toEqual(['edited', 'edited']);
});

test('a typed text replaces the block and is not published', async () => {
  const { post } = await translate('edit');
  const before = await readSpanish(post.id);
  const fox = before.blocks.find(({ source }) => source === doubted[0]);
  if (!fox) throw new Error('there is no block');
  const text = 'Nadie vio el zorro en el jardín.';
  expect(await reviews().decide(post.id, 'es', fox, { kind: 'edit', text }, actor)).toMatchObject({
    ok: true,
  });
  const after = await readSpanish(post.id);
  expect(after.post?.status).toBe('draft');
  expect(after.blocks.map(({ source }) => source)).toEqual([doubted[1]]);
  const { body } = await harness.request(`GET /posts/${post.id}/side-by-side/es`);
  expect(body.blocks.find(({ id }: { id: string }) => id === fox.id)).toMatchObject({
    text,
    state: 'edited',
  });
});

test('a proposal that the block does not have, another text and a guest change nothing', async () => {
  const { post } = await translate('reject');
  const [block] = (await readSpanish(post.id)).blocks;
  if (!block) throw new Error('there is no block');
  const other = { ...block, digest: '0'.repeat(32) };
  const guest = { ...actor, mayPublish: false };
  const decide = reviews().decide;
  expect(await decide(post.id, 'es', block, { kind: 'proposal' }, actor)).toMatchObject({ ok: false });
  expect(await decide(post.id, 'es', other, { kind: 'accept' }, actor)).toMatchObject({ ok: false });
  expect(await decide(post.id, 'es', block, { kind: 'accept' }, guest)).toMatchObject({
    error: { code: 'role.forbids' },
  });
  expect((await readSpanish(post.id)).score).toMatchObject({ doubtful: 2 });
});

test('the queue counts the doubts of a post', async () => {
  await translate('queue');
  const queued = await harness.adminServer.services.reviewQueue.listPosts('es');
  expect(queued.map(({ doubtful }) => doubtful)).toContain(2);
});

test('a changed original has no doubts about its earlier text', async () => {
  const { post } = await translate('changed');
  await harness.save(post.id, () => ({ content: '<p>Somebody saw a fox and closed the gate.</p>' }));
  expect(await readSpanish(post.id)).toMatchObject({ blocks: [], score: { doubtful: 0 } });
});

test('a block with the text of the original counts until a person has translated it', async () => {
  await database.query.delete(translationBlock);
  const source = 'The old boat belongs to everybody who lives here.';
  harness.fake.answer(({ text }) => (text === source ? source : null));
  const post = await harness.write({ title: 'A quiet garden', content: `<p>${source}</p>`, slug: 'source' });
  expect(findStep(await harness.run(post.id, { locales: ['es'] }), 'es')).toMatchObject({
    code: 'translation.review',
  });
  const spanish = await readSpanish(post.id);
  expect(spanish).toMatchObject({ untranslated: 1, score: { doubtful: 0 }, blocks: [] });
  await harness.save(spanish.post?.id ?? '', () => ({ content: '<p>La barca es de todos.</p>' }));
  expect(await readSpanish(post.id)).toMatchObject({ untranslated: 0 });
});

test('what the second model has not read is worth a look only before readers see it', async () => {
  await database.query.delete(translationBlock);
  const { settings } = harness.adminServer.services;
  const draft = await harness.write({ title: 'A market town', content: '<p>It is open.</p>' });
  await harness.run(draft.id, { locales: ['es'], choice: 'drafts' });
  await settings.save({ AI_REVIEW_MODEL: 'reader' }, { name: 'Ada' });
  expect((await readSpanish(draft.id)).score).toMatchObject({ doubtful: 2 });
  const { post } = await readSpanish(draft.id);
  await harness.request(`POST /posts/${post?.id}/status`, { status: 'published' }, post?.version);
  expect((await readSpanish(draft.id)).score).toMatchObject({ doubtful: 0 });
  await settings.save({ AI_REVIEW_MODEL: null }, { name: 'Ada' });
});
