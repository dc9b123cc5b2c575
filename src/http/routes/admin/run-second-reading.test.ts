import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { modelCall, translationAssessment, translationBlock } from '#database/schema.ts';
import { isReading, parseReadBlocks, scoreBlocks } from '#test/fakes/language-model/reading-response.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { findStep, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';

const content = '<p>My sister lent me her bicycle.</p><p>The market opens at seven.</p>';
const actor = { id: 'someone', name: 'Ada', mayPublish: true };
const proposal = 'Mi hermana me prestó su bicicleta.';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let harness: RunTestServer;
let readAnswer: (blocks: { id: string; source: string; translation: string }[]) => string;
beforeAll(async () => {
  database = await emptyDatabase();
  harness = await startRunTestServer(database, {
    AI_REVIEW_MODEL: 'second-reader',
    AI_REVIEW_BUDGET: '900000',
    AI_REVIEW_THRESHOLD: '60',
  });
  harness.fake.answer(({ instructions, text }) =>
    isReading(instructions) ? readAnswer(parseReadBlocks(text)) : null,
  );
});
afterAll(() => harness?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query.delete(translationAssessment);
  await database.query.delete(translationBlock);
  await database.query.delete(modelCall);
});

const scoreAll = (score: number) => (blocks: { id: string }[]) => scoreBlocks(blocks, score);

async function translate(slug: string) {
  const post = await harness.write({ title: 'A market town', content, slug });
  const run = await harness.run(post.id, { locales: ['es'], choice: 'passed' });
  return { post, run, step: findStep(run, 'es') };
}

async function readSpanish(id: string) {
  const review = await harness.adminServer.services.postReviews.read(id, actor);
  return review?.languages.find(({ locale }) => locale === 'es');
}

const countReadings = async () =>
  (await database.query.select().from(modelCall).where(eq(modelCall.kind, 'review'))).length;

test('what the second model has read without a doubt is published, and its score stored', async () => {
  readAnswer = scoreAll(96);
  const { post, step } = await translate('good');
  expect(step).toMatchObject({ status: 'published', code: null });
  expect((await readSpanish(post.id))?.score).toMatchObject({ score: 96, doubtful: 0 });
  const rows = await database.query.select().from(translationAssessment);
  expect(new Set(rows.map(({ model }) => model))).toEqual(new Set(['second-reader']));
});

test('what a person wrote for another post needs no reading, also where all languages are published together', async () => {
  readAnswer = scoreAll(96);
  const { post } = await translate('by-hand');
  const sideBySide = async () => (await harness.request(`GET /posts/${post.id}/side-by-side/es`)).body;
  const { post: translation, blocks } = await sideBySide();
  const { id, hash } = blocks.find(({ source }: { source: string }) => source.includes('bicycle'));
  const edits = { blocks: [{ id, hash, text: proposal, accepted: true }] };
  const saved = await harness.request(`PUT /posts/${post.id}/side-by-side/es`, edits, translation.version);
  expect(saved.status).toBe(200);
  const next = await harness.write({ title: 'A market town', content, slug: 'together' });
  const run = await harness.run(next.id, { locales: ['es', 'it'], choice: 'all' });
  for (const to of ['es', 'it']) expect(findStep(run, to)).toMatchObject({ status: 'published', code: null });
  expect((await readSpanish(next.id))?.score).toMatchObject({ score: 96, unread: 0 });
});

test('a low score holds the language, with the words marked in both texts and a proposal', async () => {
  readAnswer = (blocks) =>
    JSON.stringify({
      blocks: blocks.map(({ id, source, translation }) => {
        if (!source.includes('bicycle')) return { id, score: 99, faults: [], better: '' };
        const fault = { kind: 'meaning', source: 'lent me', translation: translation.split(' ')[0] };
        return {
          id,
          score: 30,
          faults: [fault, { kind: 'gossip', source: '', translation: '' }],
          better: proposal,
        };
      }),
    });
  const { post, step } = await translate('bad');
  expect(step).toMatchObject({ status: 'saved', code: 'translation.review' });
  const spanish = await readSpanish(post.id);
  expect(spanish?.score).toMatchObject({ score: 30, doubtful: 1 });
  const [block] = spanish?.blocks ?? [];
  if (!block) throw new Error('there is no block');
  expect(block.assessment).toMatchObject({ score: 30, proposal, model: 'second-reader' });
  expect(block.assessment.doubts).toEqual([
    {
      kind: 'meaning',
      source: { start: 10, end: 17 },
      translation: { start: 0, end: expect.any(Number) },
      found_by: 'model',
    },
  ]);
  const { postReviews } = harness.adminServer.services;
  expect(await postReviews.decide(post.id, 'es', block, { kind: 'proposal' }, actor)).toMatchObject({
    ok: true,
  });
  const { body } = await harness.request(`GET /posts/${post.id}/side-by-side/es`);
  expect(body.blocks.find(({ id }: { id: string }) => id === block.id)).toMatchObject({
    text: proposal,
    state: 'edited',
  });
  expect((await readSpanish(post.id))?.score).toMatchObject({ doubtful: 0 });
});

test.each([
  ['text', () => 'All of it looks fine to me!'],
  [
    'faults in other words',
    (blocks: { id: string }[]) =>
      JSON.stringify({
        blocks: blocks.map(({ id }) => ({ id, score: 100, faults: 'inverted', better: 42 })),
      }),
  ],
  ['other numbers', (blocks: { id: string }[]) => scoreAll(900)(blocks)],
  ['words', (blocks: { id: string }[]) => scoreAll('all' as never)(blocks)],
  ['another form', () => JSON.stringify({ score: 100 })],
  ['other ids', () => JSON.stringify({ blocks: [{ id: 'x', score: 100, faults: [], better: '' }] })],
  ['two answers', (blocks: { id: string }[]) => scoreBlocks([...blocks, ...blocks], 100)],
])('a reader that answers %s publishes nothing, and does not block a person', async (slug, answer) => {
  readAnswer = answer;
  const { post, step } = await translate(`nonsense-${slug.replaceAll(' ', '-')}`);
  expect(step).toMatchObject({ status: 'saved', code: 'translation.unread' });
  const spanish = await readSpanish(post.id);
  expect(spanish?.score).toMatchObject({ score: null });
  expect(spanish?.blocks.length).toBeGreaterThan(1);
  for (const block of spanish?.blocks ?? []) {
    const { postReviews } = harness.adminServer.services;
    expect(await postReviews.decide(post.id, 'es', block, { kind: 'accept' }, actor)).toMatchObject({
      ok: true,
    });
  }
  expect((await readSpanish(post.id))?.blocks).toEqual([]);
});

test('a proposal that breaks the form of the block is none', async () => {
  readAnswer = (blocks) =>
    JSON.stringify({
      blocks: blocks.map(({ id }) => ({
        id,
        score: 10,
        faults: [],
        better: '<script>alert(1)</script> https://x.example',
      })),
    });
  const { post } = await translate('hostile');
  const spanish = await readSpanish(post.id);
  expect(spanish?.blocks.length).toBeGreaterThan(1);
  expect(spanish?.blocks.map(({ assessment }) => assessment.proposal)).toEqual(
    spanish?.blocks.map(() => null),
  );
});

test('what has a score is not read again, neither by a retry nor for another post', async () => {
  readAnswer = scoreAll(96);
  const { run } = await translate('once');
  const readings = await countReadings();
  expect(readings).toBeGreaterThan(0);
  await harness.request(`POST /runs/${run.id}/retry`, { locale: 'es' });
  await harness.ended(run.id);
  await translate('twice');
  expect(await countReadings()).toBe(readings);
});

test('a low score is the reason, even if the reader has not read everything', async () => {
  readAnswer = (blocks) => scoreBlocks(blocks.slice(0, 1), 10);
  const { step } = await translate('incomplete');
  expect(step).toMatchObject({ status: 'saved', code: 'translation.review' });
});

test('a reader that cannot be called leaves a reason and no readers, and a retry reads what is missing', async () => {
  readAnswer = scoreAll(96);
  const failures = ['failing', 'failing', 'failing'] as const;
  harness.fake.play('good', ...failures);
  const { post, run, step } = await translate('unread');
  expect(step).toMatchObject({ status: 'saved', code: 'translation.unread' });
  const calls = await database.query.select().from(modelCall).where(eq(modelCall.kind, 'translate'));
  await harness.request(`POST /runs/${run.id}/retry`, { locale: 'es' });
  expect(findStep(await harness.ended(run.id), 'es')).toMatchObject({ status: 'published', code: null });
  expect((await readSpanish(post.id))?.score).toMatchObject({ score: 96, doubtful: 0 });
  expect(await database.query.select().from(modelCall).where(eq(modelCall.kind, 'translate'))).toEqual(calls);
});
