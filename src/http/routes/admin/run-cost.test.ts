import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { modelCall } from '#database/schema.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { findStep, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { seedKeys, seedText } from '#translation/fixtures/varied-posts.ts';

const articles = seedKeys.map((key) => seedText(key, 'en') ?? '');

async function runTwice(server: RunTestServer, title: string, content: string): Promise<number> {
  const withEnd = (end: string) => `${content}<p>${title} end as they began: with ${end}.</p>`;
  const post = await server.write({ title, content: withEnd('a boat that nobody had seen before') });
  const first = await server.run(post.id, { locales: ['de'], choice: 'passed' });
  await server.save(post.id, () => ({ content: withEnd('the harbor that everybody knew already') }));
  const second = await server.run(post.id, { locales: ['de'], choice: 'passed' });
  expect([first.status, second.status]).toEqual(['done', 'done']);
  return second.tokens.spent / first.tokens.spent;
}

test.each([
  ['', {}],
  [' with a second reader', { AI_REVIEW_MODEL: 'reader', AI_REVIEW_BUDGET: '90000000' }],
])(
  'after one changed paragraph of a long post, a run%s costs at most 3 %% of the first',
  async (_, environment) => {
    await using server = await startRunTestServer(await emptyDatabase(), environment);
    expect(await runTwice(server, 'Eight long texts', articles.slice(0, 8).join(''))).toBeLessThan(0.03);
    // Instructions and context are most of the cost after a change of a short post.
    expect(await runTwice(server, 'Short texts', articles[8] ?? '')).toBeLessThan(0.2);
  },
);

test('an estimate learns from earlier runs what the model really uses', async () => {
  const database = await emptyDatabase();
  await using server = await startRunTestServer(database);
  const request = { locales: ['de'], choice: 'passed' };
  const posts = await Promise.all(
    articles.slice(0, 2).map((content, index) => server.write({ title: `Text ${index}`, content })),
  );
  const estimate = async (index: number) =>
    (await server.request(`POST /posts/${posts[index]?.id}/translations/estimate`, request)).body.tokens;
  const before = await estimate(1);
  await server.run(posts[0]?.id ?? '', request);
  // As a model that reasons would have reported.
  await database.query.update(modelCall).set({ tokensOut: sql`${modelCall.tokensOut} * 10` });
  const after = await estimate(1);
  expect(after / before).toBeGreaterThan(3);
  expect(after / before).toBeLessThan(10);
  const { tokens } = await server.run(posts[1]?.id ?? '', request);
  expect(tokens.estimated).toBe(after);
});

test('a language that a person has translated costs nothing, and the estimate says so', async () => {
  await using server = await startRunTestServer(await emptyDatabase(), { AI_REVIEW_MODEL: 'reader' });
  const post = await server.write({ title: 'A garden', content: '<p>It is open in the morning.</p>' });
  const estimate = async () =>
    (await server.request(`POST /posts/${post.id}/translations/estimate`, { locales: ['de'] })).body;
  expect(await estimate()).toMatchObject({ blocks: 2, known: 0, tokens: expect.toSatisfy((n) => n > 0) });
  const german = { title: 'Ein Garten', content: '<p>Er ist am Morgen offen.</p>', slug: 'ein-garten' };
  const translation = { locale: 'de' as const, article_id: post.article_id };
  await server.request('POST /posts', createSaveRequest(german, translation));
  expect(await estimate()).toMatchObject({ blocks: 2, known: 2, tokens: 0, reading: { tokens: 0 } });
  const run = await server.run(post.id, { locales: ['de'], choice: 'passed' });
  expect(run).toMatchObject({ status: 'done', tokens: { estimated: 0, spent: 0 } });
});

test('an estimate leaves out what a person has edited, as the run does', async () => {
  await using server = await startRunTestServer(await emptyDatabase(), { AI_REVIEW_MODEL: 'reader' });
  const sources = ['It is open in the morning.', 'The birds were singing.', 'Nobody was there.'];
  const toContent = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join('');
  const post = await server.write({ title: 'A garden', content: toContent(sources) });
  const request = { locales: ['de'], choice: 'drafts' };
  const german = findStep(await server.run(post.id, request), 'de').post?.id ?? '';
  const edited = toContent(['Er ist am Morgen offen.', 'Die Vögel sangen.', 'Niemand war da.']);
  await server.save(german, () => ({ title: 'Ein Garten', content: edited }));
  // Nothing in the memory was translated in this style.
  await server.request('PUT /translation/styles/de', { address: 'formal', style: '', terms: [] });
  const changed = [...sources.slice(0, 2), 'The boats were out at sea all night.'];
  await server.save(post.id, () => ({ content: toContent(changed) }));
  const calls = server.fake.calls.length;
  const { body } = await server.request(`POST /posts/${post.id}/translations/estimate`, request);
  expect(body).toMatchObject({ blocks: 4, known: 3 });
  await server.run(post.id, request);
  // A translation and its reading.
  expect(server.fake.calls.length).toBe(calls + 2);
});

test('once runs are known, an estimate with a second reader is within 10 % of the bill', async () => {
  const database = await emptyDatabase();
  await using server = await startRunTestServer(database, {
    AI_REVIEW_MODEL: 'reader',
    AI_REVIEW_BUDGET: '90000000',
    AI_INPUT_PRICE: '0.4',
    AI_OUTPUT_PRICE: '1.6',
    AI_REVIEW_INPUT_PRICE: '2',
    AI_REVIEW_OUTPUT_PRICE: '8',
    AI_CURRENCY: 'EUR',
  });
  const request = { locales: ['de', 'fr'], choice: 'passed' };
  const write = async (index: number) =>
    (await server.write({ title: `Text ${index}`, content: articles[index] ?? '' })).id;
  for (const index of [0, 1]) await server.run(await write(index), request);
  const prices = { translate: [0.4, 1.6], review: [2, 8] } as const;
  const listCalls = () => database.query.select().from(modelCall);
  const countReadingTokens = async () =>
    (await listCalls())
      .filter(({ kind }) => kind === 'review')
      .reduce(
        (sum, { tokensIn, tokensOut }) => sum + (tokensIn ?? Number.NaN) + (tokensOut ?? Number.NaN),
        0,
      );
  const readBill = async () => {
    const calls = await listCalls();
    return calls.reduce((sum, { kind, tokensIn, tokensOut }) => {
      const [input, output] = prices[kind as keyof typeof prices];
      return sum + ((tokensIn ?? Number.NaN) * input + (tokensOut ?? Number.NaN) * output) / 1e6;
    }, 0);
  };
  const before = await readBill();
  const post = await write(2);
  const estimate = await server.request(`POST /posts/${post}/translations/estimate`, request);
  const readingBefore = await countReadingTokens();
  expect(estimate.body.reading.leftToday).toBe(90_000_000 - readingBefore);
  expect((await server.run(post, request)).status).toBe('done');
  const reading = (await countReadingTokens()) - readingBefore;
  expect(Math.abs(estimate.body.reading.tokens / reading - 1)).toBeLessThan(0.1);
  const bill = (await readBill()) - before;
  expect(bill).toBeGreaterThan(0);
  expect(Math.abs(estimate.body.cost.amount / bill - 1)).toBeLessThan(0.1);
});
