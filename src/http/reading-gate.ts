import { type ConcurrencyLimit, createConcurrencyLimit } from '#platform/concurrency-gate.ts';
import { maxConcurrentExtractions } from './call-limits.ts';

/** Retry-After when all slots are taken. */
export const slotRetrySeconds = 5;

/** Limits concurrent extractions, for API calls and forms without scripts together. */
export function createExtractionLimit(scale: number): ConcurrencyLimit {
  const { perClient, total } = maxConcurrentExtractions;
  return createConcurrencyLimit({ perClient: perClient * scale, total });
}
