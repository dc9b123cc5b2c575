import {
  type CircuitBreakerOptions,
  defaultCircuitBreakerOptions,
} from '#platform/limits/circuit-breaker.ts';

export interface TransferLimits {
  firstByteMs: number;
  openMs: number;
  idleMs: number;
  /** Long: a socket buffer holds megabytes, and we see progress only once a third is empty. */
  clientIdleMs: number;
  wholeFileMs: number;
  wholeFileConcurrency: number;
  redirects: number;
  breaker: CircuitBreakerOptions;
}

export const defaultLimits: TransferLimits = {
  firstByteMs: 10_000,
  openMs: 15_000,
  idleMs: 20_000,
  clientIdleMs: 600_000,
  wholeFileMs: 60_000,
  wholeFileConcurrency: 4,
  redirects: 2,
  breaker: defaultCircuitBreakerOptions,
};
