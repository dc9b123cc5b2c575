import { randomUUID } from 'node:crypto';
import { and, eq, exists, inArray, lt, or, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { translationRun, translationTask } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { liveRunStatuses, type TaskRow } from './run-queries.ts';

export const leaseMs = 45_000;
export const taskHeartbeatMs = 15_000;

export interface TaskLease {
  runId: string;
  locale: Locale;
  lease: string;
}

/** One statement, so that only one of several concurrent callers gets the task. */
export async function acquireTask(
  queries: Queries,
  { runId, locale }: Pick<TaskLease, 'runId' | 'locale'>,
  now: number,
): Promise<(TaskLease & { attempts: number }) | null> {
  const lease = randomUUID();
  const isAbandoned = and(
    eq(translationTask.status, 'translating'),
    lt(translationTask.leaseUntil, new Date(now)),
  );
  const isOfLiveRun = queries
    .select({ id: translationRun.id })
    .from(translationRun)
    .where(and(eq(translationRun.id, runId), inArray(translationRun.status, [...liveRunStatuses])));
  const [row] = await queries
    .update(translationTask)
    .set({
      status: 'translating',
      lease,
      ...toLeaseTimes(now),
      attempts: sql`${translationTask.attempts} + 1`,
    })
    .where(
      and(
        eq(translationTask.runId, runId),
        eq(translationTask.locale, locale),
        or(eq(translationTask.status, 'queued'), isAbandoned),
        exists(isOfLiveRun),
      ),
    )
    .returning({ attempts: translationTask.attempts });
  return row ? { runId, locale, lease, attempts: row.attempts } : null;
}

/** Also renews the lease. False if the lease was lost or the run was cancelled. */
export async function updateTask(
  queries: Queries,
  claim: TaskLease,
  now: number,
  change: Partial<Omit<TaskRow, 'runId' | 'locale'>> = {},
): Promise<boolean> {
  const rows = await queries
    .update(translationTask)
    .set({ ...toLeaseTimes(now), ...change })
    .where(isLeasedBy(claim))
    .returning({ locale: translationTask.locale });
  return rows.length > 0;
}

export async function releaseTask(queries: Queries, claim: TaskLease): Promise<void> {
  await queries
    .update(translationTask)
    .set({ status: 'queued', lease: null, leaseUntil: null })
    .where(isLeasedBy(claim));
}

function isLeasedBy({ runId, locale, lease }: TaskLease) {
  return and(
    eq(translationTask.runId, runId),
    eq(translationTask.locale, locale),
    eq(translationTask.lease, lease),
    eq(translationTask.status, 'translating'),
  );
}

function toLeaseTimes(now: number) {
  return { heartbeatAt: new Date(now), leaseUntil: new Date(now + leaseMs) };
}
