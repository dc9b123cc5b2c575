import type { MediaErrorCode } from '#media/contract.ts';

export type DownloadProgress =
  | { phase: 'running'; received: number; total: number | null }
  | { phase: 'saved' | 'cancelled' | 'browser' | 'shared' }
  /** Fetched and waiting for the tap that opens the share menu; `isRetry` if the last tap was too late. */
  | { phase: 'ready'; isRetry: boolean }
  | { phase: 'failed'; reason: MediaErrorCode | 'no_data' | null; message: string | null };

export const announcedSteps = [0, 25, 50, 75, 100] as const;

export function announcedStep(received: number, total: number | null): number | null {
  if (total === null || total === 0) return null;
  const percent = Math.floor((received / total) * 100);
  return announcedSteps.findLast((step) => step <= percent) ?? null;
}

/** Prevents a render for every chunk. */
export function isVisibleChange(
  before: DownloadProgress | undefined,
  received: number,
  total: number | null,
): boolean {
  if (before?.phase !== 'running' || received === total) return true;
  const step = total === null ? 500_000 : Math.max(1, total / 100);
  return Math.floor(before.received / step) !== Math.floor(received / step);
}
