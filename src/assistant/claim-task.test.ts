import { expect, test } from 'vitest';
import type { Database } from '#database/connect.ts';
import { article, post, translationRun, translationTask } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { keepBlocks, recallBlocks } from './block-memory.ts';
import { changeTask, claimTask, leaseMs, releaseTask } from './claim-task.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');

async function addRun({ query }: Pick<Database, 'query'>) {
  const [parent] = await query.insert(article).values({ sourceLocale: 'en' }).returning();
  const articleId = parent?.id ?? '';
  const [original] = await query
    .insert(post)
    .values({ articleId, locale: 'en', slug: 'a', title: 'A' })
    .returning();
  const row = {
    ...{ articleId, postId: original?.id ?? '', sourceLocale: 'en', sourceVersion: 1, sourceDigest: 'd' },
    ...{ source: {}, choice: 'passed' as const, tokensEstimated: 1, tokensMax: 1 },
  };
  const [run] = await query.insert(translationRun).values(row).returning();
  const runId = run?.id ?? '';
  await query.insert(translationTask).values({ runId, locale: 'de' });
  return { row, runId };
}

describeDatabases('a language of a run', (open) => {
  test('is claimed by one of all that ask at the same time', async () => {
    await using database = await open();
    const { runId } = await addRun(database);
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => claimTask(database.query, { runId, locale: 'de' }, noon)),
    );
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  });

  test("is anybody's again when its worker gives no sign of life, and not that worker's any more", async () => {
    await using database = await open();
    const { runId } = await addRun(database);
    const { query } = database;
    const first = await claimTask(query, { runId, locale: 'de' }, noon);
    if (!first) throw new Error('it was free');
    expect(await changeTask(query, first, noon + leaseMs - 1, { blocksDone: 1 })).toBe(true);
    expect(await claimTask(query, { runId, locale: 'de' }, noon + leaseMs)).toBeNull();
    const second = await claimTask(query, { runId, locale: 'de' }, noon + 2 * leaseMs);
    expect(second).toMatchObject({ attempts: 2 });
    expect(await changeTask(query, first, noon + 2 * leaseMs, { status: 'published' })).toBe(false);
    await releaseTask(query, first);
    const [task] = await query.select().from(translationTask);
    expect(task).toMatchObject({ status: 'translating', blocksDone: 1 });
  });

  test('of a run that is over is nobody’s', async () => {
    await using database = await open();
    const { runId } = await addRun(database);
    await database.query.update(translationRun).set({ status: 'cancelled' });
    expect(await claimTask(database.query, { runId, locale: 'de' }, noon)).toBeNull();
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
  const asked = { from: 'en', to: 'de', recipe: () => '1' } as const;
  const at = new Date(noon);

  test('gives what this recipe made, and never takes a person’s words back', async () => {
    await using database = await open();
    const { query } = database;
    const hash = 'h';
    await keepBlocks(query, [{ hash, text: 'eins' }], 'machine', asked, at);
    expect((await recallBlocks(query, [hash], asked)).get(hash)?.text).toBe('eins');
    expect(await recallBlocks(query, [hash], { ...asked, recipe: () => '2' })).toEqual(new Map());
    expect(await recallBlocks(query, [hash], { ...asked, to: 'fr' })).toEqual(new Map());
    await keepBlocks(query, [{ hash, text: 'zwei' }], 'human', asked, at);
    await keepBlocks(query, [{ hash, text: 'drei' }], 'machine', asked, at);
    const known = await recallBlocks(query, [hash], { ...asked, recipe: () => '2' });
    expect(known.get(hash)).toEqual({ text: 'zwei', origin: 'human' });
  });
});
