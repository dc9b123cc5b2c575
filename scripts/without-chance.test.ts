import crypto from 'node:crypto';
import { expect, test } from 'vitest';
import { runWithoutChance } from './without-chance.ts';

async function readChance(): Promise<string[]> {
  const values: string[] = [];
  await runWithoutChance(async () => {
    for (const length of [16, 16]) values.push(crypto.randomFillSync(Buffer.alloc(length)).toString('hex'));
    values.push(new Date(Date.now()).toISOString());
  });
  return values;
}

test('time and random numbers are the same in each run, and real again afterwards', async () => {
  const [first, second, time] = await readChance();
  expect(first).not.toBe(second);
  expect(time).toBe('2026-01-01T00:00:00.000Z');
  expect(await readChance()).toEqual([first, second, time]);
  expect(crypto.randomFillSync(Buffer.alloc(16)).toString('hex')).not.toBe(first);
  expect(Date.now()).toBeGreaterThan(Date.UTC(2026, 10, 1));
});

test('an error ends it too', async () => {
  const { now } = Date;
  await expect(runWithoutChance(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
  expect(Date.now).toBe(now);
});
