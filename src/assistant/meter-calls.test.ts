import { expect, test } from 'vitest';
import { modelCall, modelDay } from '#database/schema.ts';
import type { ModelOutcome } from '#platform/language-model.ts';
import type { ModelFailure } from '#platform/model-error.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { createMeter } from './meter-calls.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const call = { kind: 'slug', model: 'writer', tokens: 100 };
const spent = (tokensIn: number, tokensOut: number): ModelOutcome<string> => ({
  ok: true,
  value: 'words',
  usage: { tokensIn, tokensOut },
  unknownTries: 0,
});

describeDatabases('calls of a model are metered', (open) => {
  const meterOn = (
    database: TestDatabase,
    options: { now?: () => number; failures?: [string, ModelFailure][] } = {},
  ) =>
    createMeter({
      database,
      dailyTokens: 1000,
      now: options.now ?? (() => noon),
      onFailure: (kind, failure) => options.failures?.push([kind, failure]),
    });
  const used = async (database: TestDatabase) => (await database.query.select().from(modelDay))[0]?.tokens;

  test('what the provider says is counted, and the call is noted without a word of it', async () => {
    await using database = await open();
    const times = [noon, noon + 250];
    const meter = meterOn(database, { now: () => times.shift() ?? noon });
    expect(await meter(call, async () => spent(30, 12))).toEqual({ ok: true, value: 'words' });
    expect(await used(database)).toBe(42);
    const [noted] = await database.query.select().from(modelCall);
    expect(noted).toEqual({
      id: expect.any(String),
      day: '2026-11-21',
      kind: 'slug',
      model: 'writer',
      tokensIn: 30,
      tokensOut: 12,
      milliseconds: 250,
      outcome: 'ok',
      ...{ runId: null, locale: null },
    });
  });

  test('50 callers at once keep to the ceiling, and whoever comes next is refused before any call', async () => {
    await using database = await open();
    const failures: [string, ModelFailure][] = [];
    const meter = meterOn(database, { failures });
    let ran = 0;
    const run = async () => {
      ran += 1;
      return spent(60, 40);
    };
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => meter(call, run)));
    expect(ran).toBe(10);
    expect(outcomes.filter(({ ok }) => ok).length).toBe(10);
    expect(await used(database)).toBe(1000);
    // Another process, or this one after a restart.
    expect(await meterOn(database)(call, run)).toEqual({ ok: false, error: { code: 'model.budget' } });
    expect([ran, failures.length, failures[0]]).toEqual([10, 40, ['slug', { code: 'model.budget' }]]);
  });

  test('a call that costs more than was set aside passes the ceiling once, and then no more', async () => {
    await using database = await open();
    const meter = meterOn(database);
    expect(await meter(call, async () => spent(900, 400))).toMatchObject({ ok: true });
    expect(await meter(call, async () => spent(1, 1))).toMatchObject({ error: { code: 'model.budget' } });
    expect(await used(database)).toBe(1300);
  });

  test('tries whose cost nobody told count in full, those that cost nothing do not', async () => {
    await using database = await open();
    const meter = meterOn(database);
    const failed = (unknownTries: number): ModelOutcome<string> => ({
      ok: false,
      error: { code: 'model.unreachable' },
      usage: null,
      unknownTries,
    });
    await meter(call, async () => failed(0));
    expect(await used(database)).toBe(0);
    await meter(call, async () => failed(2));
    expect(await used(database)).toBe(200);
    const noted = await database.query.select().from(modelCall);
    expect(noted.map(({ outcome, tokensIn }) => [outcome, tokensIn])).toEqual([
      ['model.unreachable', null],
      ['model.unreachable', null],
    ]);
  });

  test('the next day begins with the whole budget', async () => {
    await using database = await open();
    const full = { ...call, tokens: 1000 };
    expect(await meterOn(database)(full, async () => spent(1000, 0))).toMatchObject({ ok: true });
    expect(await meterOn(database)(call, async () => spent(1, 0))).toMatchObject({ ok: false });
    const tomorrow = meterOn(database, { now: () => noon + 86_400_000 });
    expect(await tomorrow(full, async () => spent(1000, 0))).toMatchObject({ ok: true });
  });

  test('what was noted longer than 90 days ago is forgotten with the next day’s first call', async () => {
    await using database = await open();
    const days = (count: number) => count * 86_400_000;
    let time = noon;
    const meter = meterOn(database, { now: () => time });
    const run = async () => spent(1, 1);
    for (const day of [0, 1, 90, 91]) {
      time = noon + days(day);
      await meter(call, run);
    }
    const noted = await database.query.select().from(modelCall).orderBy(modelCall.day);
    expect(noted.map(({ day }) => day)).toEqual(['2026-11-22', '2027-02-19', '2027-02-20']);
    expect(await database.query.select().from(modelDay)).toHaveLength(3);
  });
});
