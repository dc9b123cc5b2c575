import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unwritableCode } from './unwritable.ts';

function errorOf(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return null;
}

test('a disk that can not be written is known by its code, in whatever the fault is wrapped', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
  expect(unwritableCode(full)).toBe('ENOSPC');
  expect(unwritableCode(new Error('a query failed', { cause: new Error('x', { cause: full }) }))).toBe(
    'ENOSPC',
  );
  const server = Object.assign(new Error('could not extend file'), { code: '53100' });
  expect(unwritableCode(new Error('a query failed', { cause: server }))).toBe('53100');
  // Nobody, not even root, may do so.
  const real = errorOf(() => mkdirSync('/sys/unspool'));
  if (process.platform === 'linux') expect(unwritableCode(real)).toMatch(/^(EPERM|EACCES|EROFS)$/);
});

test('what else may be forbidden, or go wrong with a file, is not', () => {
  expect(unwritableCode(errorOf(() => writeFileSync('/nowhere/at/all', '')))).toBeNull();
  const port = Object.assign(new Error('listen'), { code: 'EACCES', syscall: 'listen' });
  for (const other of [port, new Error('x'), 'ENOSPC', null, undefined, { code: 'ENOSPC' }])
    expect(unwritableCode(other)).toBeNull();
});
