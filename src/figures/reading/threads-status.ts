import { gt, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { extractionSlot, threadsCheck } from '#database/schema.ts';
import { type ExtractionErrorCode, extractionErrorCodes } from '#threads/contract.ts';
import {
  type CheckSource,
  changeWarning,
  readGraceMs,
  statusMaxAgeMs,
  type ThreadsStatus,
} from '../contract.ts';

/** Combines all nodes and the canary. */
export async function readThreadsStatus(queries: Queries, now: number): Promise<ThreadsStatus> {
  const checks = await queries.select().from(threadsCheck);
  const slots = await queries
    .select({ outcome: extractionSlot.outcome, count: sql<number>`sum(${extractionSlot.count})::float8` })
    .from(extractionSlot)
    .where(gt(extractionSlot.startsAt, new Date(now - changeWarning.windowMs)))
    .groupBy(extractionSlot.outcome);
  const latest = (isRead: boolean) =>
    checks
      .filter((check) => check.isRead === isRead)
      .sort((a, b) => b.checkedAt.getTime() - a.checkedAt.getTime())[0];
  const read = latest(true);
  const failure = latest(false);
  const code = extractionErrorCodes.find((known) => known === failure?.code);
  const lastHour = {
    extractions: slots.reduce((sum, { count }) => sum + count, 0),
    changed: slots.find(({ outcome }) => outcome === 'upstream.changed')?.count ?? 0,
  };
  return {
    state: findState(read?.checkedAt.getTime() ?? null, failure?.checkedAt.getTime() ?? null, now),
    read: read ? { at: read.checkedAt.toISOString(), source: read.source as CheckSource } : null,
    failure:
      failure && code
        ? { at: failure.checkedAt.toISOString(), source: failure.source as CheckSource, code }
        : null,
    lastHour,
    isChanging: isThreadsChanging(lastHour),
  };
}

export function findState(
  readAt: number | null,
  failedAt: number | null,
  now: number,
): ThreadsStatus['state'] {
  const isRecent = (at: number | null): at is number => at !== null && now - at < statusMaxAgeMs;
  if (!isRecent(readAt)) return isRecent(failedAt) ? 'unreadable' : 'unknown';
  if (!isRecent(failedAt) || failedAt <= readAt) return 'readable';
  return now - readAt < readGraceMs ? 'readable' : 'unreadable';
}

export function isThreadsChanging({ extractions, changed }: ThreadsStatus['lastHour']): boolean {
  return changed > changeWarning.failures && changed > changeWarning.share * extractions;
}

/** Whether a failure says something about Threads, and not about the post or the link. */
export function isThreadsFailure(code: string): code is ExtractionErrorCode {
  return code.startsWith('upstream.');
}
