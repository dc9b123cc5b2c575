import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isConnectionError } from './database-errors.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

test.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', '57P01', '53300', '08006'])(
  'a query that fails with %s may work in a moment',
  (code) => {
    expect(isConnectionError(new DrizzleQueryError('select 1', [], withCode(code)))).toBe(true);
  },
);

test('a connection that node-postgres reports without a code counts, too', () => {
  expect(isConnectionError(new Error('Connection terminated unexpectedly'))).toBe(true);
});

test('the same codes of other connections and errors of the data are no connection errors of the database', () => {
  expect(isConnectionError(withCode('ECONNRESET'))).toBe(false);
  expect(isConnectionError(new DrizzleQueryError('select 1', [], withCode('23505')))).toBe(false);
  expect(isConnectionError('ECONNRESET')).toBe(false);
});
