import { expect, test } from 'vitest';
import { type CallOutcome, createCircuitBreaker, createRetryBudget } from './circuit-breaker.ts';

function setUpBreaker() {
  const clock = { now: 1_000_000 };
  const breaker = createCircuitBreaker(() => clock.now);
  const call = (outcome: CallOutcome) => {
    const reportOutcome = breaker.start();
    reportOutcome?.(outcome);
    return reportOutcome !== null;
  };
  return { clock, breaker, call };
}

test('five failures within ten seconds open the circuit, and a successful call closes it', () => {
  const { clock, call } = setUpBreaker();
  for (let index = 0; index < 5; index += 1) expect(call('failed')).toBe(true);
  expect(call('worked')).toBe(false);
  clock.now += 1000;
  expect(call('worked')).toBe(true);
  for (let index = 0; index < 50; index += 1) expect(call('worked')).toBe(true);
});

test('an open circuit allows one trial call at a time and stays open longer after each failure', () => {
  const { clock, breaker, call } = setUpBreaker();
  for (let index = 0; index < 5; index += 1) call('failed');
  clock.now += 1000;
  const trial = breaker.start();
  expect(breaker.start()).toBeNull();
  trial?.('failed');
  clock.now += 1999;
  expect(call('worked')).toBe(false);
  clock.now += 1;
  expect(call('neither')).toBe(true);
  expect(call('worked')).toBe(true);
  expect(call('worked')).toBe(true);
});

test('a clock that is set back does not keep the circuit open', () => {
  const { clock, call } = setUpBreaker();
  for (let index = 0; index < 5; index += 1) call('failed');
  expect(call('worked')).toBe(false);
  clock.now -= 3_600_000;
  expect(call('worked')).toBe(true);
});

test('failures spread over time, or few among many calls, do not open it', () => {
  const { clock, call } = setUpBreaker();
  for (let index = 0; index < 20; index += 1) {
    expect(call('failed')).toBe(true);
    clock.now += 2501;
  }
  clock.now += 20_000;
  for (let index = 1; index < 200; index += 1) expect(call(index % 3 ? 'worked' : 'failed')).toBe(true);
});

test('calls that started before it opened do not keep it open longer', () => {
  const { clock, breaker, call } = setUpBreaker();
  const earlier = Array.from({ length: 5 }, () => breaker.start());
  for (let index = 0; index < 5; index += 1) call('failed');
  clock.now += 500;
  for (const reportOutcome of earlier) reportOutcome?.('failed');
  clock.now += 500;
  expect(call('worked')).toBe(true);
});

test('neutral outcomes never open it', () => {
  const { call } = setUpBreaker();
  for (let index = 0; index < 50; index += 1) expect(call('neither')).toBe(true);
});

test('retries are at most a tenth of the calls, after a small reserve', () => {
  const budget = createRetryBudget(3);
  let retries = 0;
  for (let index = 0; index < 1000; index += 1) {
    budget.recordCall();
    if (budget.consume()) retries += 1;
  }
  expect(retries).toBeLessThanOrEqual(103);
  expect(retries).toBeGreaterThan(90);
});
