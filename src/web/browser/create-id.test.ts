import { expect, test } from 'vitest';
import { z } from 'zod';
import { createId } from './create-id.ts';

test('an id is a random UUID, also one that starts with zeros', () => {
  const ids = Array.from({ length: 512 }, createId);
  expect(ids.filter((id) => !z.uuidv4().safeParse(id).success)).toEqual([]);
  expect(new Set(ids).size).toBe(512);
});
