import { setTimeout as pause } from 'node:timers/promises';
import { inspect, isDeepStrictEqual } from 'node:util';

/** Something that the product has promised isn't so. */
export class BrokenPromise extends Error {}

export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(actual, expected)) return;
  const show = (value: unknown) => inspect(value, { depth: 6, breakLength: 100, maxStringLength: 300 });
  throw new BrokenPromise(`${what}: expected ${show(expected)}, got ${show(actual)}`);
}

const pollMs = 20;
/** Of real time, on a busy machine. */
const limitMs = 180_000;

/** For background work. Returns the first result that isn't null. */
export async function waitFor<T>(read: () => Promise<T | null>, what: string): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const found = await read();
    if (found !== null) return found;
    if (performance.now() - startedAt > limitMs) throw new BrokenPromise(`${what}: still not so`);
    await pause(pollMs);
  }
}

const noticeLimitMs = 10_000;

/** Repeats a check that fails, since nodes notify each other only after a response. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof BrokenPromise) || performance.now() - startedAt > noticeLimitMs) throw error;
      await pause(pollMs);
    }
  }
}
