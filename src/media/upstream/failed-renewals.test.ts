import { expect, test } from 'vitest';
import { createFailedRenewals } from './failed-renewals.ts';

test('a failure is stored for a minute, for at most a thousand posts', () => {
  let now = 1_000_000;
  const failed = createFailedRenewals(() => now);
  for (let i = 0; i < 1_000; i += 1) failed.add(`post ${i}`);
  failed.add('post 0');
  expect(failed.has('post 1')).toBe(true);
  failed.add('one more');
  expect(['post 0', 'post 1', 'post 2', 'one more'].map(failed.has)).toEqual([true, false, true, true]);
  now += 59_999;
  expect(failed.has('post 0')).toBe(true);
  now += 1;
  expect(failed.has('post 0')).toBe(false);
});
