import { expect, test } from 'vitest';
import { translationBlock } from '#database/schema.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { findStep, startRunTestServer } from '#test/support/run-harness.ts';

const title = 'A picture in the morning';
const content =
  '<h2>What a good picture needs</h2><p>It needs light and a little patience in the morning.</p>';

test('a language whose title was refused is not published, and the refusal is not remembered', async () => {
  const database = await emptyDatabase();
  await using server = await startRunTestServer(database);
  const refusal = 'Lo siento, pero no puedo ayudar con esa solicitud.';
  server.fake.answer(({ text, instructions }) =>
    text === title && instructions.includes('into Spanish') ? refusal : null,
  );
  const post = await server.write({ title, content });
  const run = await server.run(post.id, { locales: ['es', 'de'], choice: 'passed' });
  expect(findStep(run, 'de')).toMatchObject({ status: 'published', code: null });
  expect(findStep(run, 'es')).toMatchObject({ status: 'saved', code: 'translation.review' });
  const remembered = await database.query.select().from(translationBlock);
  expect(remembered.length).toBeGreaterThan(3);
  expect(remembered.filter(({ text }) => text.includes('Lo siento'))).toEqual([]);
});

test('when every answer is a refusal, nothing is remembered and the language keeps the original', async () => {
  const database = await emptyDatabase();
  await using server = await startRunTestServer(database);
  server.fake.answer(() => '很抱歉，我无法协助处理该请求。');
  const post = await server.write({ title, content });
  const run = await server.run(post.id, { locales: ['zh'], choice: 'passed' });
  expect(findStep(run, 'zh')).toMatchObject({ status: 'fallback', code: 'translation.unfit' });
  expect(await database.query.select().from(translationBlock)).toEqual([]);
});

test('a text that was accepted and then repeated is forgotten again', async () => {
  const database = await emptyDatabase();
  await using server = await startRunTestServer(database);
  const repeated = 'Este mensaje es siempre igual para todos los textos.';
  const long = Array.from(
    { length: 4 },
    (_, index) => `<p>${`Part ${index + 1} of it is long. `.repeat(60)}</p>`,
  );
  server.fake.answer(({ text }) => (text === title || text.startsWith('Nobody') ? repeated : null));
  const post = await server.write({ title, content: `${long.join('')}<p>Nobody has read these words.</p>` });
  const run = await server.run(post.id, { locales: ['es'], choice: 'passed' });
  expect(findStep(run, 'es')).toMatchObject({ status: 'saved', code: 'translation.review' });
  const remembered = await database.query.select().from(translationBlock);
  expect(remembered.length).toBeGreaterThan(1);
  expect(remembered.filter(({ text }) => text === repeated)).toEqual([]);
});

test('a text of an earlier run that another block gets now is forgotten, and nothing is published', async () => {
  const database = await emptyDatabase();
  await using server = await startRunTestServer(database);
  const repeated = 'Este mensaje es siempre igual para todos los textos.';
  server.fake.answer(({ text }) => (text === title || text.startsWith('Nobody') ? repeated : null));
  const post = await server.write({ title, content });
  const request = { locales: ['es'], choice: 'passed' };
  expect(findStep(await server.run(post.id, request), 'es')).toMatchObject({ status: 'published' });
  await server.save(post.id, () => ({ content: `${content}<p>Nobody has read these words.</p>` }));
  const run = await server.run(post.id, request);
  expect(findStep(run, 'es')).toMatchObject({ status: 'saved', code: 'translation.review' });
  const remembered = await database.query.select().from(translationBlock);
  expect(remembered.filter(({ text }) => text === repeated)).toEqual([]);
});

test('an estimate has a cost only with prices, by what is read and what is written', async () => {
  const prices = { AI_INPUT_PRICE: '0', AI_OUTPUT_PRICE: '10' };
  for (const environment of [{}, prices]) {
    await using server = await startRunTestServer(await emptyDatabase(), environment);
    const post = await server.write({ title, content });
    const { body } = await server.request(`POST /posts/${post.id}/translations/estimate`, {});
    if (environment !== prices) {
      expect(body.cost).toBeNull();
      continue;
    }
    // A tenth of the tokens of so short a text are written.
    expect(body.cost).toEqual({ amount: expect.any(Number), currency: 'USD' });
    expect(body.cost.amount).toBeGreaterThan((body.tokens * 0.5) / 1e6);
    expect(body.cost.amount).toBeLessThan((body.tokens * 2) / 1e6);
  }
});

test('an estimate has the part of the second reader at its own prices', async () => {
  const free = { AI_INPUT_PRICE: '0', AI_OUTPUT_PRICE: '0' };
  const reader = { AI_REVIEW_MODEL: 'reader', AI_REVIEW_INPUT_PRICE: '2', AI_REVIEW_OUTPUT_PRICE: '2' };
  const estimate = async (environment: Record<string, string>) => {
    await using server = await startRunTestServer(await emptyDatabase(), environment);
    const post = await server.write({ title, content });
    return (await server.request(`POST /posts/${post.id}/translations/estimate`, {})).body;
  };
  const alone = await estimate(free);
  expect(alone.cost.amount).toBe(0);
  const withReader = await estimate({ ...free, ...reader });
  expect(withReader.tokens).toBeGreaterThan(alone.tokens);
  expect(withReader.cost.amount).toBeCloseTo(((withReader.tokens - alone.tokens) * 2) / 1e6, 12);
});
