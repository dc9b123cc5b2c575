import type { MediaErrorCode } from '#media/contract.ts';

/** Where one file stands. Absent from the map: not asked for yet. */
export type DownloadProgress =
  | { phase: 'running'; received: number; total: number | null }
  | { phase: 'saved' | 'cancelled' | 'browser' | 'handed_over' }
  /** Here, and waiting for the tap that opens the phone's menu; `isAskedAgain` after one that came too late. */
  | { phase: 'ready'; isAskedAgain: boolean }
  | { phase: 'failed'; reason: MediaErrorCode | 'no_data' | null; sentence: string | null };

export const spokenSteps = [0, 25, 50, 75, 100] as const;

/** The highest step reached; null where the length is unknown. */
export function spokenStep(received: number, total: number | null): number | null {
  if (total === null || total === 0) return null;
  const percent = Math.floor((received / total) * 100);
  return spokenSteps.findLast((step) => step <= percent) ?? null;
}

/** Whether a visitor would see the difference; keeps the page from drawing itself for every packet. */
export function isVisibleStep(
  before: DownloadProgress | undefined,
  received: number,
  total: number | null,
): boolean {
  if (before?.phase !== 'running' || received === total) return true;
  const step = total === null ? 500_000 : Math.max(1, total / 100);
  return Math.floor(before.received / step) !== Math.floor(received / step);
}
