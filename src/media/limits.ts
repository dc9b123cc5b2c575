/** Bounds of one transfer, in milliseconds where not said otherwise. */
export interface TransferLimits {
  /** From the first connection to the first judged bytes, redirects and the retry included. */
  firstByteMs: number;
  /** Silence of the CDN while we wait for it. */
  idleMs: number;
  /**
   * A visitor who takes nothing of what waits for him. Long: the system's buffer of a slow line holds megabytes,
   * and only when a third of it is empty do we see that he took any.
   */
  clientIdleMs: number;
  /** Hops after the first request. */
  redirects: number;
}

export const defaultLimits: TransferLimits = {
  firstByteMs: 10_000,
  idleMs: 20_000,
  clientIdleMs: 600_000,
  redirects: 2,
};
