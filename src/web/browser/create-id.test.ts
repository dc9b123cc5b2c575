import { expect, test } from 'vitest';
import { createId } from './create-id.ts';

test('an id has 128 random bits, also those that start with zeros', () => {
  const ids = Array.from({ length: 512 }, createId);
  expect(ids.filter((id) => !/^[\da-f]{32}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(512);
});
