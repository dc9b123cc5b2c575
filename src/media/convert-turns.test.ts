import { expect, test } from 'vitest';
import { createTurns } from './convert-turns.ts';

const never = new AbortController().signal;
const turnsOf = (limits = {}) => createTurns({ atOnce: 1, waiting: 2, waitMs: 60_000, ...limits });

test('the next in line begins when a turn ends, in the order they came', async () => {
  const turns = turnsOf();
  const end = await turns.take(never);
  const order: string[] = [];
  const second = turns.take(never).then((next) => {
    order.push('second');
    return next;
  });
  const third = turns.take(never).then((next) => {
    order.push('third');
    return next;
  });
  expect(await turns.take(never)).toBeNull();
  end?.();
  end?.();
  (await second)?.();
  (await third)?.();
  expect(order).toEqual(['second', 'third']);
  expect(await turns.take(never)).not.toBeNull();
});

test('who leaves the line makes room in it, and gets no turn', async () => {
  const turns = turnsOf({ waiting: 1 });
  const end = await turns.take(never);
  const leaving = new AbortController();
  const left = turns.take(leaving.signal);
  leaving.abort();
  expect(await left).toBeNull();
  const stays = turns.take(never);
  end?.();
  expect(await stays).not.toBeNull();
  expect(await turns.take(AbortSignal.abort())).toBeNull();
});

test('a wait that is too long ends without a turn', async () => {
  const turns = turnsOf({ waitMs: 5 });
  await turns.take(never);
  expect(await turns.take(never)).toBeNull();
});
