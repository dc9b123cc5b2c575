import { type BreakerLimits, breakerLimits } from '#platform/circuit-breaker.ts';

/** Bounds of one transfer, in milliseconds where not said otherwise. */
export interface TransferLimits {
  /** From the first connection at one address to the first judged bytes, redirects and a retry included. */
  firstByteMs: number;
  /** Until a file is open or refused: every try, the renewal of its address and the tries there. */
  openMs: number;
  /** Silence of the CDN while we wait for it. */
  idleMs: number;
  /**
   * A visitor who takes nothing of what waits for him. Long: the system's buffer of a slow line holds megabytes,
   * and only when a third of it is empty do we see that he took any.
   */
  clientIdleMs: number;
  /** A file read whole into memory, from its opening to its last byte. */
  wholeMs: number;
  /** Files read whole at the same time. */
  wholeAtOnce: number;
  /** Hops after the first request. */
  redirects: number;
  /** When a host that does not answer is left alone. */
  breaker: BreakerLimits;
}

export const defaultLimits: TransferLimits = {
  firstByteMs: 10_000,
  openMs: 15_000,
  idleMs: 20_000,
  clientIdleMs: 600_000,
  wholeMs: 60_000,
  wholeAtOnce: 4,
  redirects: 2,
  breaker: breakerLimits,
};
