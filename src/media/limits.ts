import {
  type CircuitBreakerOptions,
  defaultCircuitBreakerOptions,
} from '#platform/limits/circuit-breaker.ts';

/** In milliseconds unless stated otherwise. */
export interface TransferLimits {
  /** From the connection to the first validated bytes of one URL, including redirects and a retry. */
  firstByteMs: number;
  /** Until a file is open or has failed, including retries and renewal. */
  openMs: number;
  idleMs: number;
  /** Long, because a socket buffer holds megabytes and we only see progress once a third is empty. */
  clientIdleMs: number;
  wholeMs: number;
  wholeAtOnce: number;
  redirects: number;
  breaker: CircuitBreakerOptions;
}

export const defaultLimits: TransferLimits = {
  firstByteMs: 10_000,
  openMs: 15_000,
  idleMs: 20_000,
  clientIdleMs: 600_000,
  wholeMs: 60_000,
  wholeAtOnce: 4,
  redirects: 2,
  breaker: defaultCircuitBreakerOptions,
};
