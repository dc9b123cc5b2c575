import { expect, test } from 'vitest';
import type { CallPrices } from '#ai/text-contract.ts';
import { createSeeder } from '#blog/fixtures/seed-posts.ts';
import { recordView } from '#blog/read.ts';
import { extractionSlot, figureDay, modelCall, searchTermDay, threadsCheck } from '#database/schema.ts';
import type { Logger } from '#platform/logger.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { figureRetentionDays } from './contract.ts';
import { openFigures } from './figures.ts';

const noon = Date.parse('2026-11-27T12:00:00Z');
const dayMs = 86_400_000;
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

function openNode(database: TestDatabase, options: { now?: number; prices?: CallPrices } = {}) {
  const clock = { now: options.now ?? noon };
  const errors: unknown[] = [];
  const state = { isFailing: false };
  return openFigures({
    database: {
      ...database,
      transaction: (run) =>
        state.isFailing ? Promise.reject(new Error('disk full')) : database.transaction(run),
    },
    prices: () => options.prices ?? null,
    now: () => clock.now,
    log: { warn: (fields: object) => errors.push(fields) } as unknown as Logger,
  }).then((figures) => ({ figures, clock, errors, state }));
}

describeDatabases('figures', (open) => {
  test('the counts of two nodes add up, per day, kind and code', async () => {
    await using database = await open();
    const [one, two] = [await openNode(database), await openNode(database, { now: noon + 4 * 60_000 })];
    for (const { figures } of [one, two]) {
      figures.recordDownload('video');
      figures.recordDownload('zip');
      figures.recordExtraction(null, true);
      figures.recordExtraction('post.gone', true);
      figures.recordExtraction('link.not_threads', false);
      figures.recordExtraction('https://threads.com/@a/post/x', true);
    }
    one.figures.recordDownload('gif');
    expect(await database.query.select().from(figureDay)).toEqual([]);
    expect(one.figures.totalDownloads()).toBe(3);
    await Promise.all([one.figures.flush(), two.figures.flush()]);
    one.clock.now += dayMs;
    one.figures.recordDownload('gif');
    two.clock.now += dayMs;
    const { downloads, extractions, outcomes } = await one.figures.readServer(7);
    expect(downloads).toHaveLength(7);
    expect(downloads.slice(-3)).toEqual([
      { day: '2026-11-26', video: 0, image: 0, gif: 0, audio: 0, zip: 0 },
      { day: '2026-11-27', video: 2, image: 0, gif: 1, audio: 0, zip: 2 },
      { day: '2026-11-28', video: 0, image: 0, gif: 1, audio: 0, zip: 0 },
    ]);
    expect(extractions.at(-2)).toEqual({ day: '2026-11-27', ok: 2, failed: 2 });
    expect(outcomes).toEqual([
      { code: null, count: 2 },
      { code: 'post.gone', count: 2 },
    ]);
    const three = await openNode(database);
    expect(three.figures.totalDownloads()).toBe(6);
    expect(one.errors).toEqual([]);
  });

  test('what can’t be written stays in memory and is written once', async () => {
    await using database = await open();
    const { figures, state, errors } = await openNode(database);
    const search = { locale: 'en' as const, text: 'subtitles', userAgent };
    for (const client of ['a', 'b', 'c']) figures.recordSearchWithoutResults({ ...search, client });
    figures.recordDownload('audio');
    figures.recordExtraction(null, true);
    state.isFailing = true;
    await figures.flush();
    expect(errors).toHaveLength(1);
    figures.recordDownload('audio');
    expect(await database.query.select().from(figureDay)).toEqual([]);
    state.isFailing = false;
    await figures.stop();
    await figures.flush();
    expect((await figures.readServer(7)).downloads.at(-1)).toMatchObject({ audio: 2 });
    expect(await database.query.select().from(searchTermDay)).toEqual([
      { day: '2026-11-27', locale: 'en', term: 'subtitles', searches: 3 },
    ]);
    expect(figures.totalDownloads()).toBe(2);
  });

  test('views are per language and day, and the most viewed posts come first', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const english = await seedPost({ title: 'One', slug: 'one' });
    const german = await seedPost({
      title: 'Eins',
      slug: 'eins',
      locale: 'de',
      articleId: english.articleId,
    });
    const views: [string, number][] = [
      [english.id, noon],
      [german.id, noon],
      [german.id, noon - 6 * dayMs],
      [german.id, noon - 7 * dayMs],
    ];
    for (const [id, at] of views) await recordView(database.query, id, at);
    const { figures } = await openNode(database);
    const week = await figures.readBlog(7);
    expect(week.days.map(({ views: count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 2]);
    expect(week.languages.slice(0, 3)).toEqual([
      { locale: 'de', views: 2 },
      { locale: 'en', views: 1 },
      { locale: 'es', views: 0 },
    ]);
    expect(week.posts).toEqual([
      { id: german.id, locale: 'de', title: 'Eins', slug: 'eins', views: 2 },
      { id: english.id, locale: 'en', title: 'One', slug: 'one', views: 1 },
    ]);
    expect((await figures.readBlog(30)).posts[0]).toMatchObject({ views: 3 });
  });

  test('only searches of several readers are stored, and the beginnings of a term aren’t listed', async () => {
    await using database = await open();
    const [one, two] = [await openNode(database), await openNode(database)];
    const search = (text: string, clients: number, agent: string | null = userAgent) => {
      for (let client = 0; client < clients; client += 1)
        for (const { figures } of [one, two])
          figures.recordSearchWithoutResults({ locale: 'en', text, userAgent: agent, client: `${client}` });
    };
    search('Subtitles', 4);
    search('subt', 4);
    search('sub', 5);
    for (let times = 0; times < 3; times += 1) search('Mira Lina', 2);
    search('+49 151 2345678', 9);
    search('crawled', 9, 'Googlebot/2.1');
    search('without an agent', 9, null);
    for (const { figures } of [one, two]) await figures.flush();
    const { searches } = await one.figures.readBlog(7);
    expect(searches).toEqual([
      { locale: 'en', term: 'sub', searches: 10 },
      { locale: 'en', term: 'subtitles', searches: 8 },
    ]);
    expect(await database.query.select().from(searchTermDay)).toHaveLength(3);
  });

  test('the status combines the visitors of all nodes and the canary', async () => {
    await using database = await open();
    const [one, two] = [await openNode(database), await openNode(database)];
    expect(await one.figures.readStatus()).toEqual({
      state: 'unknown',
      read: null,
      failure: null,
      lastHour: { extractions: 0, changed: 0 },
      isChanging: false,
    });
    one.figures.recordExtraction(null, true);
    await one.figures.flush();
    two.clock.now += 20 * 60_000;
    // An answer from memory says nothing about now, and neither does a post that is gone.
    two.figures.recordExtraction(null, false);
    two.figures.recordExtraction('post.gone', true);
    two.figures.recordCanary('upstream.timeout');
    two.figures.recordCanary('post.private');
    expect(await two.figures.readStatus()).toEqual({
      state: 'unreadable',
      read: { at: new Date(noon).toISOString(), source: 'traffic' },
      failure: {
        at: new Date(noon + 20 * 60_000).toISOString(),
        source: 'canary',
        code: 'upstream.timeout',
      },
      lastHour: { extractions: 2, changed: 0 },
      isChanging: false,
    });
    two.clock.now += 60_000;
    two.figures.recordCanary(null);
    expect(await two.figures.readStatus()).toMatchObject({ state: 'readable', read: { source: 'canary' } });
    // A node whose clock is behind doesn't replace a later check.
    one.figures.recordExtraction(null, true);
    await one.figures.flush();
    expect(await two.figures.readStatus()).toMatchObject({ read: { source: 'canary' } });
    expect(await database.query.select().from(threadsCheck)).toHaveLength(3);
  });

  test('the views of one post are a series by day in each language', async () => {
    await using database = await open();
    const { seedPost } = createSeeder(database.query);
    const german = await seedPost({ title: 'Eins', locale: 'de' });
    const english = await seedPost({ title: 'One', locale: 'en', articleId: german.articleId });
    const other = await seedPost({ title: 'Other' });
    const views: [string, number][] = [
      [german.id, noon],
      [german.id, noon],
      [german.id, noon - 2 * dayMs],
      [german.id, noon - 7 * dayMs],
      [english.id, noon - dayMs],
      [other.id, noon],
    ];
    for (const [id, at] of views) await recordView(database.query, id, at);
    const { figures } = await openNode(database);
    const found = await figures.readPost(german.id.toUpperCase(), 7);
    expect(found).toMatchObject({ id: german.id, locale: 'de', title: 'Eins' });
    expect(found?.languages.map(({ id, locale }) => [id, locale])).toEqual([
      [english.id, 'en'],
      [german.id, 'de'],
    ]);
    const counts = found?.languages.map(({ days }) => days.map((day) => day.views));
    expect(counts).toEqual([
      [0, 0, 0, 0, 0, 1, 0],
      [0, 0, 0, 0, 1, 0, 2],
    ]);
    expect(found?.languages[0]?.days.at(-1)?.day).toBe('2026-11-27');
    expect(await figures.readPost(other.articleId, 7)).toBeNull();
    expect(await figures.readPost('no-id', 7)).toBeNull();
  });

  test('a rise of upstream.changed on several nodes is a warning for an hour', async () => {
    await using database = await open();
    const [one, two] = [await openNode(database), await openNode(database)];
    for (let count = 0; count < 3; count += 1)
      for (const { figures } of [one, two]) figures.recordExtraction('upstream.changed', true);
    for (let count = 0; count < 12; count += 1) one.figures.recordExtraction(null, true);
    await one.figures.flush();
    expect(one.figures.isThreadsChanging()).toBe(false);
    expect(await two.figures.readStatus()).toMatchObject({
      lastHour: { extractions: 18, changed: 6 },
      isChanging: true,
    });
    expect(two.figures.isThreadsChanging()).toBe(true);
    const restarted = await openNode(database);
    expect(restarted.figures.isThreadsChanging()).toBe(true);
    two.clock.now += 65 * 60_000;
    expect(await two.figures.readStatus()).toMatchObject({ isChanging: false });
  });

  test('calls of models are summed by model, with the money at the current prices', async () => {
    await using database = await open();
    const call = { day: '2026-11-27', kind: 'seo', model: 'writer', milliseconds: 1, outcome: 'ok' };
    await database.query.insert(modelCall).values([
      { ...call, tokensIn: 1_000_000, tokensOut: 500_000 },
      { ...call, day: '2026-11-26', tokensIn: 1_000_000, tokensOut: 0 },
      { ...call, outcome: 'model.timeout' },
      { ...call, kind: 'image', model: 'painter', tokensIn: 5, tokensOut: 7 },
      { ...call, kind: 'review', model: 'reader', tokensIn: 100_000, tokensOut: 50_000 },
      { ...call, day: '2026-10-01', tokensIn: 9, tokensOut: 9 },
    ]);
    const prices = {
      text: { input: 2, output: 10, currency: 'EUR' },
      review: { input: 20, output: 100, currency: 'EUR' },
    };
    const { figures } = await openNode(database, { prices });
    const { tokens, models } = await figures.readServer(7);
    expect(tokens.slice(-2)).toEqual([
      { day: '2026-11-26', tokensIn: 1_000_000, tokensOut: 0 },
      { day: '2026-11-27', tokensIn: 1_100_005, tokensOut: 550_007 },
    ]);
    expect(models).toEqual([
      {
        model: 'writer',
        isImage: false,
        calls: 3,
        failed: 1,
        tokensIn: 2_000_000,
        tokensOut: 500_000,
        cost: { amount: 9, currency: 'EUR' },
      },
      {
        model: 'reader',
        isImage: false,
        calls: 1,
        failed: 0,
        tokensIn: 100_000,
        tokensOut: 50_000,
        cost: { amount: 7, currency: 'EUR' },
      },
      { model: 'painter', isImage: true, calls: 1, failed: 0, tokensIn: 5, tokensOut: 7, cost: null },
    ]);
  });

  test('counts are deleted after their time, and the total stays', async () => {
    await using database = await open();
    const { figures, clock } = await openNode(database);
    figures.recordDownload('video');
    figures.recordExtraction(null, true);
    await figures.maintain();
    clock.now += figureRetentionDays * dayMs;
    await figures.maintain();
    expect(await database.query.select().from(figureDay)).toHaveLength(2);
    expect(await database.query.select().from(extractionSlot)).toEqual([]);
    clock.now += dayMs;
    await figures.maintain();
    expect(await database.query.select().from(figureDay)).toEqual([]);
    expect(figures.totalDownloads()).toBe(1);
  });
});
