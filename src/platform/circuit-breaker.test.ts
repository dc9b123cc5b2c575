import { expect, test } from 'vitest';
import { type CallEnd, createBreaker, createRetryBudget } from './circuit-breaker.ts';

function breakerAt() {
  const clock = { now: 1_000_000 };
  const breaker = createBreaker(() => clock.now);
  const call = (end: CallEnd) => {
    const told = breaker.begin();
    told?.(end);
    return told !== null;
  };
  return { clock, breaker, call };
}

test('five failures within ten seconds open it, and a call that works closes it', () => {
  const { clock, call } = breakerAt();
  for (let index = 0; index < 5; index += 1) expect(call('failed')).toBe(true);
  expect(call('worked')).toBe(false);
  clock.now += 1000;
  expect(call('worked')).toBe(true);
  for (let index = 0; index < 50; index += 1) expect(call('worked')).toBe(true);
});

test('while it is open one call at a time tries, and each failure keeps it open for longer', () => {
  const { clock, breaker, call } = breakerAt();
  for (let index = 0; index < 5; index += 1) call('failed');
  clock.now += 1000;
  const trial = breaker.begin();
  expect(breaker.begin()).toBeNull();
  trial?.('failed');
  clock.now += 1999;
  expect(call('worked')).toBe(false);
  clock.now += 1;
  expect(call('neither')).toBe(true);
  expect(call('worked')).toBe(true);
  expect(call('worked')).toBe(true);
});

test('failures spread over more than ten seconds, and a few among many, do not open it', () => {
  const { clock, call } = breakerAt();
  for (let index = 0; index < 20; index += 1) {
    expect(call('failed')).toBe(true);
    clock.now += 2501;
  }
  clock.now += 20_000;
  for (let index = 1; index < 200; index += 1) expect(call(index % 3 ? 'worked' : 'failed')).toBe(true);
});

test('what is nobody’s fault opens nothing', () => {
  const { call } = breakerAt();
  for (let index = 0; index < 50; index += 1) expect(call('neither')).toBe(true);
});

test('further tries are at most a tenth of the calls, after a small reserve', () => {
  const budget = createRetryBudget(3);
  let tries = 0;
  for (let index = 0; index < 1000; index += 1) {
    budget.noteCall();
    if (budget.take()) tries += 1;
  }
  expect(tries).toBeLessThanOrEqual(103);
  expect(tries).toBeGreaterThan(90);
});
