import { expect, test } from 'vitest';
import { modelCall, modelDay } from '#database/schema.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import type { ModelError } from './contract.ts';
import type { ModelOutcome } from './language-model.ts';
import { createTokenBudget, readCostToday, withDailyLimit } from './token-budget.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const call = { kind: 'slug', model: 'writer', tokens: 100 };
const spent = (tokensIn: number, tokensOut: number): ModelOutcome<string> => ({
  ok: true,
  value: 'words',
  usage: { tokensIn, tokensOut },
  unmeteredAttempts: 0,
});

describeDatabases('calls of a model are metered', (open) => {
  const meterOn = (
    database: TestDatabase,
    options: { now?: () => number; failures?: [string, ModelError][] } = {},
  ) =>
    createTokenBudget({
      database,
      dailyTokens: () => 1000,
      now: options.now ?? (() => noon),
      onFailure: (kind, failure) => options.failures?.push([kind, failure]),
    });
  const used = async (database: TestDatabase) => (await database.query.select().from(modelDay))[0]?.tokens;

  test('charges the reported usage, and records the call without its text', async () => {
    await using database = await open();
    const times = [noon, noon + 250];
    const meter = meterOn(database, { now: () => times.shift() ?? noon });
    expect(await meter(call, async () => spent(30, 12))).toEqual({ ok: true, value: 'words' });
    expect(await used(database)).toBe(42);
    const [row] = await database.query.select().from(modelCall);
    expect(row).toEqual({
      id: expect.any(String),
      day: '2026-11-21',
      kind: 'slug',
      model: 'writer',
      tokensIn: 30,
      tokensOut: 12,
      milliseconds: 250,
      outcome: 'ok',
      runId: null,
      locale: null,
    });
  });

  test('50 concurrent callers stay within the budget, and later calls are rejected in advance', async () => {
    await using database = await open();
    const failures: [string, ModelError][] = [];
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

  test('a call that costs more than reserved can exceed the budget only once', async () => {
    await using database = await open();
    const meter = meterOn(database);
    expect(await meter(call, async () => spent(900, 400))).toMatchObject({ ok: true });
    expect(await meter(call, async () => spent(1, 1))).toMatchObject({ error: { code: 'model.budget' } });
    expect(await used(database)).toBe(1300);
  });

  test('attempts without reported usage are charged in full, free ones are not', async () => {
    await using database = await open();
    const meter = meterOn(database);
    const failed = (unmeteredAttempts: number): ModelOutcome<string> => ({
      ok: false,
      error: { code: 'model.unreachable' },
      usage: null,
      unmeteredAttempts,
    });
    await meter(call, async () => failed(0));
    expect(await used(database)).toBe(0);
    await meter(call, async () => failed(2));
    expect(await used(database)).toBe(200);
    const rows = await database.query.select().from(modelCall);
    expect(rows.map(({ outcome, tokensIn }) => [outcome, tokensIn])).toEqual([
      ['model.unreachable', null],
      ['model.unreachable', null],
    ]);
  });

  test('the next day starts with the full budget', async () => {
    await using database = await open();
    const full = { ...call, tokens: 1000 };
    expect(await meterOn(database)(full, async () => spent(1000, 0))).toMatchObject({ ok: true });
    expect(await meterOn(database)(call, async () => spent(1, 0))).toMatchObject({ ok: false });
    const tomorrow = meterOn(database, { now: () => noon + 86_400_000 });
    expect(await tomorrow(full, async () => spent(1000, 0))).toMatchObject({ ok: true });
  });

  test('a limit for one kind of calls ends before the budget of the day, and starts again the next', async () => {
    await using database = await open();
    let time = noon;
    const meter = meterOn(database, { now: () => time });
    const failures: string[] = [];
    const limited = withDailyLimit(meter, {
      database,
      dailyTokens: () => 250,
      now: () => time,
      onFailure: (kind, { code }) => failures.push(`${kind} ${code}`),
    });
    const review = { ...call, kind: 'review' };
    const run = async () => spent(60, 40);
    await meter(call, run);
    for (let count = 0; count < 2; count += 1) expect(await limited(review, run)).toMatchObject({ ok: true });
    expect(await limited(review, run)).toEqual({ ok: false, error: { code: 'model.budget' } });
    expect(failures).toEqual(['review model.budget']);
    expect(await meter(call, run)).toMatchObject({ ok: true });
    expect(await used(database)).toBe(400);
    time += 86_400_000;
    expect(await limited(review, run)).toMatchObject({ ok: true });
  });

  test('the cost of a day has each model’s prices, the highest for what was not reported, and no images', async () => {
    await using database = await open();
    const meter = meterOn(database);
    await meter({ ...call, kind: 'translate' }, async () => spent(60, 40));
    await meter({ ...call, kind: 'review' }, async () => spent(50, 10));
    await meter({ ...call, kind: 'image' }, async () => spent(30, 70));
    await meter(call, async () => ({ ...spent(0, 0), usage: null, unmeteredAttempts: 1 }));
    const prices = {
      text: { input: 1_000_000, output: 2_000_000, currency: 'EUR' },
      review: { input: 10_000_000, output: 20_000_000, currency: 'EUR' },
    };
    const [translated, read, unreported] = [60 + 2 * 40, 10 * 50 + 20 * 10, 20 * 100];
    expect(await readCostToday(database.query, prices, noon)).toEqual({
      amount: translated + read + unreported,
      currency: 'EUR',
    });
  });

  test('the first call of a day deletes records older than 400 days', async () => {
    await using database = await open();
    const days = (count: number) => count * 86_400_000;
    let time = noon;
    const meter = meterOn(database, { now: () => time });
    const run = async () => spent(1, 1);
    for (const day of [0, 1, 400, 401]) {
      time = noon + days(day);
      await meter(call, run);
    }
    const rows = await database.query.select().from(modelCall).orderBy(modelCall.day);
    expect(rows.map(({ day }) => day)).toEqual(['2026-11-22', '2027-12-26', '2027-12-27']);
    expect(await database.query.select().from(modelDay)).toHaveLength(3);
  });
});
