import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storageUnavailableCode } from './storage-errors.ts';

function catchError(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return null;
}

test('a storage error is recognized by its code anywhere in the cause chain', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
  expect(storageUnavailableCode(full)).toBe('ENOSPC');
  expect(
    storageUnavailableCode(new Error('a query failed', { cause: new Error('x', { cause: full }) })),
  ).toBe('ENOSPC');
  const server = Object.assign(new Error('could not extend file'), { code: '53100' });
  expect(storageUnavailableCode(new Error('a query failed', { cause: server }))).toBe('53100');
  // Fails even for root.
  const real = catchError(() => mkdirSync('/sys/unspool'));
  if (process.platform === 'linux') expect(storageUnavailableCode(real)).toMatch(/^(EPERM|EACCES|EROFS)$/);
});

test('other permission and file errors are not storage errors', () => {
  expect(storageUnavailableCode(catchError(() => writeFileSync('/nowhere/at/all', '')))).toBeNull();
  const port = Object.assign(new Error('listen'), { code: 'EACCES', syscall: 'listen' });
  for (const other of [port, new Error('x'), 'ENOSPC', null, undefined, { code: 'ENOSPC' }])
    expect(storageUnavailableCode(other)).toBeNull();
});
