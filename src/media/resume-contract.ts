import type { MediaErrorCode } from './contract.ts';

/** How a broken download resumes. Decision 0034 compares the three policies. */
export interface ResumePolicy {
  /** One pause before each attempt. Once they are used up without progress, the download has failed. */
  pausesMs: readonly number[];
  /** This many received bytes count as progress, so the attempts start again. */
  minProgressBytes: number;
}

export const relayResumePolicy: ResumePolicy = { pausesMs: [0, 400, 400], minProgressBytes: 1_000_000 };
export const commandResumePolicy: ResumePolicy = { pausesMs: [400, 400], minProgressBytes: 16 * 1024 };
export const pageResumePolicy: ResumePolicy = { pausesMs: [500, 1000, 2000], minProgressBytes: 64 * 1024 };

/** Returns the pause before the next attempt, or null if there is none. */
export function createResumeAttempts({ pausesMs, minProgressBytes }: ResumePolicy) {
  let attempts = 0;
  return (receivedBytes: number): number | null => {
    if (receivedBytes >= minProgressBytes) attempts = 0;
    const pauseMs = pausesMs[attempts] ?? null;
    attempts += 1;
    return pauseMs;
  };
}

const retryableCodes: readonly string[] = [
  'media.unreachable',
  'media.timeout',
  'media.busy',
] satisfies MediaErrorCode[];
/** The responses to the codes above, and to a reached rate limit. */
const retryableStatuses = [429, 502, 503, 504];

export const isRetryableCode = (code: string) => retryableCodes.includes(code);
export const isRetryableStatus = (status: number) => retryableStatuses.includes(status);
