import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { article, post, translationRun, translationTask } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { readTranslationMemory, saveToTranslationMemory } from '../blocks/block-queries.ts';
import { acquireTask, readUnleasedTasks, releaseTask, updateTask } from './run-queries.ts';

const secondAgo = sql`now() - interval '1 second'`;

async function addRun({ query }: Pick<Database, 'query'>) {
  const [parent] = await query.insert(article).values({ sourceLocale: 'en' }).returning();
  const articleId = parent?.id ?? '';
  const [original] = await query
    .insert(post)
    .values({ articleId, locale: 'en', slug: 'a', title: 'A' })
    .returning();
  const row = {
    articleId,
    postId: original?.id ?? '',
    sourceLocale: 'en',
    sourceVersion: 1,
    sourceDigest: 'd',
    source: {},
    choice: 'passed' as const,
    tokensEstimated: 1,
    tokensMax: 1,
  };
  const [run] = await query.insert(translationRun).values(row).returning();
  const runId = run?.id ?? '';
  await query.insert(translationTask).values({ runId, locale: 'de' });
  return { row, runId };
}

describeDatabases('a language of a run', (open) => {
  test('only one of several concurrent workers acquires a task', async () => {
    await using database = await open();
    const { runId } = await addRun(database);
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => acquireTask(database.query, { runId, locale: 'de' })),
    );
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  });

  test('a task with an expired lease can be acquired again, and its first worker loses it', async () => {
    await using database = await open();
    const { runId } = await addRun(database);
    const { query } = database;
    expect(await readUnleasedTasks(query, runId)).toEqual(['de']);
    const first = await acquireTask(query, { runId, locale: 'de' });
    if (!first) throw new Error('it was free');
    await query.update(translationTask).set({ leaseUntil: secondAgo });
    expect(await updateTask(query, first, { blocksDone: 1 })).toBe(true);
    expect(await readUnleasedTasks(query, runId)).toEqual([]);
    expect(await acquireTask(query, { runId, locale: 'de' })).toBeNull();
    await query.update(translationTask).set({ leaseUntil: secondAgo });
    expect(await readUnleasedTasks(query, runId)).toEqual(['de']);
    const second = await acquireTask(query, { runId, locale: 'de' });
    expect(second).toMatchObject({ attempts: 2 });
    expect(await updateTask(query, first, { status: 'published' })).toBe(false);
    await releaseTask(query, first);
    const [task] = await query.select().from(translationTask);
    expect(task).toMatchObject({ status: 'translating', blocksDone: 1 });
  });

  test('a task of an ended run cannot be acquired', async () => {
    await using database = await open();
    const { runId } = await addRun(database);
    await database.query.update(translationRun).set({ status: 'cancelled' });
    expect(await acquireTask(database.query, { runId, locale: 'de' })).toBeNull();
  });

  test('an article has one live run', async () => {
    await using database = await open();
    const { row } = await addRun(database);
    const second = () => database.query.insert(translationRun).values(row).onConflictDoNothing().returning();
    expect(await second()).toEqual([]);
    await database.query.update(translationRun).set({ status: 'done' });
    expect(await second()).toHaveLength(1);
  });
});

describeDatabases('the memory of blocks', (open) => {
  const memoryKey = { from: 'en', to: 'de', cacheKey: () => '1' } as const;
  const at = new Date('2026-11-21T12:00:00Z');

  test('returns machine texts of the same cache key, and never overwrites human ones', async () => {
    await using database = await open();
    const { query } = database;
    const hash = 'h';
    await saveToTranslationMemory(query, [{ hash, text: 'eins' }], 'machine', memoryKey, at);
    expect((await readTranslationMemory(query, [hash], memoryKey)).get(hash)?.text).toBe('eins');
    expect(await readTranslationMemory(query, [hash], { ...memoryKey, cacheKey: () => '2' })).toEqual(
      new Map(),
    );
    expect(await readTranslationMemory(query, [hash], { ...memoryKey, to: 'fr' })).toEqual(new Map());
    await saveToTranslationMemory(query, [{ hash, text: 'zwei' }], 'human', memoryKey, at);
    await saveToTranslationMemory(query, [{ hash, text: 'drei' }], 'machine', memoryKey, at);
    const known = await readTranslationMemory(query, [hash], { ...memoryKey, cacheKey: () => '2' });
    expect(known.get(hash)).toEqual({ text: 'zwei', origin: 'human' });
  });
});
