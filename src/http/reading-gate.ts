import { type ConcurrencyGate, createConcurrencyGate } from '#platform/concurrency-gate.ts';
import { extractionsAtOnce } from './call-limits.ts';

/** Seconds after which one of those who read may be done. */
export const placeSeconds = 5;

/** Posts that are read at the same time, for calls and for forms without scripts together. */
export function createReadingGate(scale: number): ConcurrencyGate {
  const { perClient, total } = extractionsAtOnce;
  return createConcurrencyGate({ perClient: perClient * scale, total });
}
