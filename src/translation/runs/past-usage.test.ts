import { expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { article, modelCall, post, translationRun, translationTask } from '#database/schema.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { readUsageFactors } from './past-usage.ts';

interface PastRun {
  status?: 'done' | 'cancelled';
  taskStatus?: 'published' | 'fallback';
  code?: string;
  textTokens?: number | null;
  /** What the second reader was expected to use. */
  readingTokens?: number;
  kind?: 'translate' | 'review';
  /** Of the two calls. */
  tokensIn?: (number | null)[];
  model?: string;
}

async function addRun({ query }: Pick<Database, 'query'>, run: PastRun = {}): Promise<void> {
  const {
    textTokens = 1000,
    readingTokens = null,
    kind = 'translate',
    tokensIn = [700, 500],
    model = 'm',
    status = 'done',
  } = run;
  const [parent] = await query.insert(article).values({ sourceLocale: 'en' }).returning();
  const articleId = parent?.id ?? '';
  const [original] = await query
    .insert(post)
    .values({ articleId, locale: 'en', slug: articleId, title: 'A' })
    .returning();
  const [row] = await query
    .insert(translationRun)
    .values({
      articleId,
      postId: original?.id ?? '',
      sourceLocale: 'en',
      sourceVersion: 1,
      sourceDigest: 'd',
      source: {},
      choice: 'passed',
      status,
      tokensEstimated: 1,
      tokensMax: 1,
      textTokensIn: textTokens,
      textTokensOut: textTokens,
      readingTokensIn: readingTokens,
      readingTokensOut: readingTokens,
    })
    .returning();
  const runId = row?.id ?? '';
  const { taskStatus = 'published', code = null } = run;
  await query.insert(translationTask).values({ runId, locale: 'de', status: taskStatus, code });
  for (const tokens of tokensIn)
    await query.insert(modelCall).values({
      day: '2026-11-29',
      kind,
      model,
      tokensIn: tokens,
      tokensOut: tokens === null ? null : tokens * 4,
      milliseconds: 1,
      outcome: 'ok',
      runId,
    });
}

test('without past runs, the text alone counts', async () => {
  const database = await emptyDatabase();
  expect(await readUsageFactors(database.query, 'translate', 'm')).toEqual({ tokensIn: 1, tokensOut: 1 });
});

test('reasoning and retries of past runs count, by what is read and what is written', async () => {
  const database = await emptyDatabase();
  await addRun(database);
  await addRun(database, { textTokens: 3000, tokensIn: [3000, 600] });
  expect(await readUsageFactors(database.query, 'translate', 'm')).toEqual({ tokensIn: 1.2, tokensOut: 4.8 });
  expect(await readUsageFactors(database.query, 'translate', null)).toEqual({ tokensIn: 1, tokensOut: 1 });
});

test('a run that left a language to a person counts, unless an earlier version expected tokens for it', async () => {
  const database = await emptyDatabase();
  await addRun(database, { code: 'translation.human', readingTokens: 0 });
  await addRun(database, { code: 'translation.human', tokensIn: [9000, 0] });
  expect(await readUsageFactors(database.query, 'translate', 'm')).toEqual({ tokensIn: 1.2, tokensOut: 4.8 });
});

test('the second reader has factors of its own', async () => {
  const database = await emptyDatabase();
  await addRun(database, { readingTokens: 2000, kind: 'review', model: 'reader', tokensIn: [2000, 1000] });
  const read = readUsageFactors(database.query, 'review', 'reader');
  expect(await read).toEqual({ tokensIn: 1.5, tokensOut: 6 });
  expect(await readUsageFactors(database.query, 'translate', 'reader')).toEqual({
    tokensIn: 1,
    tokensOut: 1,
  });
});

test.each<[string, PastRun]>([
  ['was cancelled', { status: 'cancelled' }],
  ['broke off', { taskStatus: 'fallback', code: 'run.budget' }],
  ['left a language to a person', { code: 'translation.human' }],
  ['is older than these figures', { textTokens: null }],
  ['requested nothing', { textTokens: 0 }],
  ['used another model', { model: 'other' }],
  ['has a call without a report', { tokensIn: [700, null] }],
  ['was short', { textTokens: 400 }],
])('a run that %s says nothing', async (_, run) => {
  const database = await emptyDatabase();
  await addRun(database, run);
  expect(await readUsageFactors(database.query, 'translate', 'm')).toEqual({ tokensIn: 1, tokensOut: 1 });
});
