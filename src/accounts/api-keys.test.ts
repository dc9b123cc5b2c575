import { expect, test } from 'vitest';
import { apiKey } from '#database/schema.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { listKeys, makeKey, withdrawKey } from './api-keys.ts';
import { apiKeyLimits, apiKeyMemoryMs, apiKeyMissMs } from './contract.ts';
import { createKeyReader } from './read-api-key.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');
const day = 24 * 3_600_000;
const typed = { name: 'Backups', perMinute: '300', endsOn: '' };

function keysOf(database: TestDatabase) {
  const clock = { now: noon };
  const troubles: unknown[] = [];
  const queries = { asked: 0 };
  const counting: TestDatabase = {
    ...database,
    get query() {
      queries.asked += 1;
      return database.query;
    },
  };
  const { read, forget } = createKeyReader({
    database: counting,
    now: () => clock.now,
    onTrouble: (error) => troubles.push(error),
  });
  const make = async (more: Partial<typeof typed> = {}) => {
    const made = await makeKey(database, { ...typed, ...more }, clock.now);
    if (!made.ok) throw new Error(made.error.code);
    return made.value;
  };
  return { clock, troubles, queries, read, forget, make };
}

describeDatabases('API keys', (open) => {
  test('a key is known by itself, with its limit, and its row does not hold it', async () => {
    await using database = await open();
    const { read, make } = keysOf(database);
    const key = await make();
    expect(key).toMatch(/^unspool_[\w-]{43}$/);
    expect(await read(key)).toEqual({ id: expect.any(String), perMinute: 300 });
    expect(JSON.stringify(await database.query.select().from(apiKey))).not.toContain(key.slice(8));
    expect(await make()).not.toBe(key);
  });

  test('what only looks like a key is none', async () => {
    await using database = await open();
    const { read, make } = keysOf(database);
    const key = await make();
    const last = key.at(-1) === 'A' ? 'B' : 'A';
    for (const wrong of [
      '',
      'unspool_',
      key.slice(0, -1),
      key.slice(0, -1) + last,
      `${key}A`,
      key.toUpperCase(),
    ])
      expect(await read(wrong)).toBeNull();
  });

  test('one that is withdrawn works no longer than the memory of it', async () => {
    await using database = await open();
    const { clock, read, make } = keysOf(database);
    const key = await make();
    const known = await read(key);
    await withdrawKey(database, known?.id ?? '');
    clock.now += apiKeyMemoryMs;
    expect(await read(key)).toBeNull();
    expect(await listKeys(database)).toEqual([]);
  });

  test('one that is made after it was asked for is known a moment later', async () => {
    await using database = await open();
    const { clock, read, make } = keysOf(database);
    const key = await make();
    await database.query.delete(apiKey);
    expect(await read(key)).toBeNull();
    const again = await make();
    clock.now += apiKeyMemoryMs;
    expect(await read(again)).not.toBeNull();
  });

  test('who makes up keys costs a query a second, and takes no key out of use, whether it was used before or not', async () => {
    await using database = await open();
    const { clock, queries, read, make } = keysOf(database);
    const [used, unused] = [await make(), await make()];
    const madeUp = (at: number) => `unspool_${String(at).padStart(43, 'A')}`;
    expect(await read(used)).not.toBeNull();
    const before = queries.asked;
    for (let at = 0; at < 3000; at += 1) {
      clock.now = noon + at;
      expect(await read(madeUp(at))).toBeNull();
    }
    expect(queries.asked - before).toBe(3000 / apiKeyMissMs - 1);
    expect(await read(unused)).not.toBeNull();
    expect(await read(used)).not.toBeNull();
  });

  test('one that is made elsewhere is known at once, or a second after the last that was none', async () => {
    await using database = await open();
    const { clock, read, make } = keysOf(database);
    await read(await make());
    clock.now += apiKeyMissMs;
    expect(await read(await make())).not.toBeNull();
    const late = await make();
    expect(await read(late)).toBeNull();
    clock.now += apiKeyMissMs;
    expect(await read(late)).not.toBeNull();
  });

  test('what was told has changed is read anew', async () => {
    await using database = await open();
    const { read, forget, make } = keysOf(database);
    const first = await make();
    const known = await read(first);
    const second = await make();
    await withdrawKey(database, known?.id ?? '');
    forget();
    expect(await read(second)).not.toBeNull();
    expect(await read(first)).toBeNull();
  });

  test('while nobody can be asked a key is neither known nor none, and a second later it is asked for again', async () => {
    await using database = await open();
    const { clock, read, make, troubles } = keysOf(database);
    const key = await make();
    const { query } = database;
    database.query = { select: () => ({ from: async () => Promise.reject(new Error('away')) }) } as never;
    expect([await read(key), await read(key)]).toEqual([undefined, undefined]);
    expect(troubles).toHaveLength(1);
    database.query = query;
    clock.now += apiKeyMissMs;
    expect(await read(key)).toMatchObject({ perMinute: 300 });
  });

  test('it ends with its last day, to the second', async () => {
    await using database = await open();
    const { clock, read, make } = keysOf(database);
    const key = await make({ endsOn: '2026-11-23' });
    clock.now = Date.parse('2026-11-23T23:59:59.999Z');
    expect(await read(key)).not.toBeNull();
    clock.now += 1;
    expect(await read(key)).toBeNull();
  });

  test('of its use the day is kept, and nothing else', async () => {
    await using database = await open();
    const { clock, read, make, troubles } = keysOf(database);
    const key = await make();
    expect((await listKeys(database))[0]?.lastUsedOn).toBeNull();
    await read(key);
    clock.now += day;
    await read(key);
    expect((await listKeys(database))[0]?.lastUsedOn).toBe('2026-11-23');
    expect(troubles).toEqual([]);
  });

  test.each([
    [{ name: ' ' }, 'key.unnamed'],
    [{ name: 'two\nlines' }, 'key.unnamed'],
    [{ perMinute: '0' }, 'key.limit'],
    [{ perMinute: '2001' }, 'key.limit'],
    [{ perMinute: '1e3' }, 'key.limit'],
    [{ endsOn: '2026-11-21' }, 'key.ended'],
    [{ endsOn: '2026-02-30' }, 'key.ended'],
    [{ endsOn: 'soon' }, 'key.ended'],
  ])('%o is refused with %s', async (wrong, code) => {
    await using database = await open();
    expect(await makeKey(database, { ...typed, ...wrong }, noon)).toEqual({ ok: false, error: { code } });
    expect(await listKeys(database)).toEqual([]);
  });

  test('there are never more than a hundred', async () => {
    await using database = await open();
    const rows = Array.from({ length: apiKeyLimits.keys }, (_, index) => ({
      name: 'x',
      digest: String(index),
      perMinute: 1,
    }));
    await database.query.insert(apiKey).values(rows);
    expect(await makeKey(database, typed, noon)).toEqual({ ok: false, error: { code: 'key.too_many' } });
  });
});
