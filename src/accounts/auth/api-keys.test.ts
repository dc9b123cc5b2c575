import { expect, test } from 'vitest';
import { apiKey } from '#database/schema.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { apiKeyCacheMs, apiKeyLimits, apiKeyRefreshMs } from '../contract.ts';
import { createApiKeys } from './api-keys.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');
const day = 24 * 3_600_000;
const input = { name: 'Backups', perMinute: '300', endsOn: '' };

/** `make` and `other` are another node, whose changes the cache of `verify` doesn't notice. */
function setUpKeys(database: TestDatabase) {
  const clock = { now: noon };
  const errors: unknown[] = [];
  const queries = { count: 0 };
  const counting: TestDatabase = {
    ...database,
    get query() {
      queries.count += 1;
      return database.query;
    },
  };
  const options = { now: () => clock.now, onError: (error: unknown) => errors.push(error) };
  const keys = createApiKeys({ database: counting, ...options });
  const other = createApiKeys({ database, ...options });
  const make = async (more: Partial<typeof input> = {}) => {
    const created = await other.createApiKey({ ...input, ...more });
    if (!created.ok) throw new Error(created.error.code);
    return created.value;
  };
  return { clock, errors, queries, keys, read: keys.verifyApiKey, other, make };
}

describeDatabases('API keys', (open) => {
  test("a new key is accepted with its limit and isn't stored", async () => {
    const database = await open();
    const { read, make } = setUpKeys(database);
    const key = await make();
    expect(key).toMatch(/^unspool_[\w-]{43}$/);
    expect(await read(key)).toEqual({ id: expect.any(String), perMinute: 300 });
    expect(JSON.stringify(await database.query.select().from(apiKey))).not.toContain(key.slice(8));
    expect(await make()).not.toBe(key);
  });

  test('a malformed or altered key is rejected', async () => {
    const { read, make } = setUpKeys(await open());
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

  test('a revoked key stops working once the cache expires', async () => {
    const { clock, read, other, make } = setUpKeys(await open());
    const key = await make();
    const known = await read(key);
    await other.revokeApiKey(known?.id ?? '');
    clock.now += apiKeyCacheMs;
    expect(await read(key)).toBeNull();
    expect(await other.listApiKeys()).toEqual([]);
  });

  test('a key created after a failed lookup is accepted once the cache expires', async () => {
    const database = await open();
    const { clock, read, make } = setUpKeys(database);
    const key = await make();
    await database.query.delete(apiKey);
    expect(await read(key)).toBeNull();
    const newKey = await make();
    clock.now += apiKeyCacheMs;
    expect(await read(newKey)).not.toBeNull();
  });

  test("unknown keys cost one query a second and don't affect valid keys", async () => {
    const { clock, queries, read, make } = setUpKeys(await open());
    const [used, unused] = [await make(), await make()];
    const createUnknownKey = (at: number) => `unspool_${String(at).padStart(43, 'A')}`;
    expect(await read(used)).not.toBeNull();
    const before = queries.count;
    for (let at = 0; at < 3000; at += 1) {
      clock.now = noon + at;
      expect(await read(createUnknownKey(at))).toBeNull();
    }
    expect(queries.count - before).toBe(3000 / apiKeyRefreshMs - 1);
    expect(await read(unused)).not.toBeNull();
    expect(await read(used)).not.toBeNull();
  });

  test('a key created on another node is accepted at once, or a second after an unknown key', async () => {
    const { clock, read, make } = setUpKeys(await open());
    await read(await make());
    clock.now += apiKeyRefreshMs;
    expect(await read(await make())).not.toBeNull();
    const late = await make();
    expect(await read(late)).toBeNull();
    clock.now += apiKeyRefreshMs;
    expect(await read(late)).not.toBeNull();
  });

  test('a node knows its own changes at once', async () => {
    const { keys, read, make } = setUpKeys(await open());
    const first = await make();
    const known = await read(first);
    const created = await keys.createApiKey(input);
    expect(created.ok && (await read(created.value))).toMatchObject({ perMinute: 300 });
    await keys.revokeApiKey(known?.id ?? '');
    expect(await read(first)).toBeNull();
  });

  test('verification is undetermined while the database is down and recovers after a second', async () => {
    const database = await open();
    const { clock, errors, read, make } = setUpKeys(database);
    const key = await make();
    const { query } = database;
    database.query = { select: () => ({ from: async () => Promise.reject(new Error('away')) }) } as never;
    expect([await read(key), await read(key)]).toEqual([undefined, undefined]);
    expect(errors).toHaveLength(1);
    database.query = query;
    clock.now += apiKeyRefreshMs;
    expect(await read(key)).toMatchObject({ perMinute: 300 });
  });

  test('a key expires at the end of its last day', async () => {
    const { clock, read, make } = setUpKeys(await open());
    const key = await make({ endsOn: '2026-11-23' });
    clock.now = Date.parse('2026-11-23T23:59:59.999Z');
    expect(await read(key)).not.toBeNull();
    clock.now += 1;
    expect(await read(key)).toBeNull();
  });

  test('only the day of the last use is recorded', async () => {
    const { clock, errors, read, other, make } = setUpKeys(await open());
    const key = await make();
    expect((await other.listApiKeys())[0]?.lastUsedOn).toBeNull();
    await read(key);
    clock.now += day;
    await read(key);
    expect((await other.listApiKeys())[0]?.lastUsedOn).toBe('2026-11-23');
    expect(errors).toEqual([]);
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
  ])('%o is rejected with %s', async (wrong, code) => {
    const { other } = setUpKeys(await open());
    expect(await other.createApiKey({ ...input, ...wrong })).toEqual({ ok: false, error: { code } });
    expect(await other.listApiKeys()).toEqual([]);
  });

  test('at most a hundred keys can exist', async () => {
    const database = await open();
    const { other } = setUpKeys(database);
    const rows = Array.from({ length: apiKeyLimits.keys }, (_, index) => ({
      name: 'x',
      digest: String(index),
      perMinute: 1,
    }));
    await database.query.insert(apiKey).values(rows);
    expect(await other.createApiKey(input)).toEqual({ ok: false, error: { code: 'key.too_many' } });
  });
});
