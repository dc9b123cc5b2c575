import { expect, test } from 'vitest';
import { createConcurrencyGate } from './concurrency-gate.ts';

test('so many of each client are let in and so many in all, and it is said which was full', () => {
  const gate = createConcurrencyGate({ perClient: 2, total: 3 });
  const stays = [gate.enter('a'), gate.enter('a'), gate.enter('b')];
  expect(stays.map((stay) => typeof stay)).toEqual(['function', 'function', 'function']);
  expect([gate.enter('a'), gate.enter('b'), gate.enter('c')]).toEqual(['client', 'all', 'all']);
  expect(gate.count()).toBe(3);
});

test('a place is free again once, however often its stay is ended', () => {
  const gate = createConcurrencyGate({ perClient: 1, total: 2 });
  const first = gate.enter('a');
  const second = gate.enter('b');
  if (typeof first === 'string' || typeof second === 'string') throw new Error('there was room');
  first();
  first();
  expect(gate.count()).toBe(1);
  expect(typeof gate.enter('a')).toBe('function');
  first();
  expect(gate.enter('a')).toBe('client');
  expect(gate.enter('c')).toBe('all');
});
