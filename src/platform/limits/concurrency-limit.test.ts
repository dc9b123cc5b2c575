import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

test('slots are limited per client and in total, and the reached limit is named', () => {
  const limit = createConcurrencyLimit({ perClient: () => 2, total: 3 });
  const slots = [limit.acquire('a'), limit.acquire('a'), limit.acquire('b')];
  expect(slots.map((slot) => typeof slot)).toEqual(['function', 'function', 'function']);
  expect([limit.acquire('a'), limit.acquire('b'), limit.acquire('c')]).toEqual(['client', 'all', 'all']);
  expect(limit.count()).toBe(3);
});

test('a slot is released once, however often release is called', () => {
  const limit = createConcurrencyLimit({ perClient: () => 1, total: 2 });
  const first = limit.acquire('a');
  const second = limit.acquire('b');
  if (typeof first === 'string' || typeof second === 'string') throw new Error('expected free slots');
  first();
  first();
  expect(limit.count()).toBe(1);
  expect(typeof limit.acquire('a')).toBe('function');
  first();
  expect(limit.acquire('a')).toBe('client');
  expect(limit.acquire('c')).toBe('all');
});
