import { expect, test } from 'vitest';
import { changeWarning, readGraceMs, statusMaxAgeMs } from '../contract.ts';
import { findState, isThreadsChanging } from './threads-status.ts';

const now = 1_800_000_000_000;
const minute = 60_000;

test.each([
  ['nobody has tried', null, null, 'unknown'],
  ['the last read is a day old', now - statusMaxAgeMs, null, 'unknown'],
  ['a post was read', now - minute, null, 'readable'],
  ['a post was read after the last failure', now - 60 * minute, now - 61 * minute, 'readable'],
  ['one post fails shortly after another was read', now - readGraceMs + 1, now, 'readable'],
  ['nothing was read since the last failure', now - readGraceMs, now - minute, 'unreadable'],
  ['nothing was ever read', null, now - minute, 'unreadable'],
  ['the last failure is a day old', null, now - statusMaxAgeMs, 'unknown'],
] as const)('if %s, Threads is %s, %s: %s', (_name, readAt, failedAt, state) => {
  expect(findState(readAt, failedAt, now)).toBe(state);
});

test.each([
  [changeWarning.failures, changeWarning.failures, false],
  [changeWarning.failures + 1, changeWarning.failures + 1, true],
  [30, 6, false],
  [29, 6, true],
  [1000, 200, false],
  [1000, 201, true],
])('of %i extractions, %i failed because of a change: warning %s', (extractions, changed, isChanging) => {
  expect(isThreadsChanging({ extractions, changed })).toBe(isChanging);
});
