import { randomUUID } from 'node:crypto';
import { and, eq, exists, inArray, lt, or, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { translationRun, translationTask } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { liveStatuses, type TaskRow } from './run-rows.ts';

/** Without a sign of life for so long a task is anybody's again. */
export const leaseMs = 45_000;
export const heartbeatMs = 15_000;

export interface TaskClaim {
  runId: string;
  locale: Locale;
  lease: string;
}

/** Takes a language of a live run, in one statement: of all that ask at the same time one gets it. */
export async function claimTask(
  queries: Queries,
  { runId, locale }: Pick<TaskClaim, 'runId' | 'locale'>,
  now: number,
): Promise<(TaskClaim & { attempts: number }) | null> {
  const lease = randomUUID();
  const isAbandoned = and(
    eq(translationTask.status, 'translating'),
    lt(translationTask.leaseUntil, new Date(now)),
  );
  const isOfLiveRun = queries
    .select({ id: translationRun.id })
    .from(translationRun)
    .where(and(eq(translationRun.id, runId), inArray(translationRun.status, [...liveStatuses])));
  const [row] = await queries
    .update(translationTask)
    .set({
      ...{ status: 'translating', lease, ...lifeUntil(now) },
      attempts: sql`${translationTask.attempts} + 1`,
    })
    .where(
      and(
        ...[eq(translationTask.runId, runId), eq(translationTask.locale, locale)],
        or(eq(translationTask.status, 'queued'), isAbandoned),
        exists(isOfLiveRun),
      ),
    )
    .returning({ attempts: translationTask.attempts });
  return row ? { runId, locale, lease, attempts: row.attempts } : null;
}

/** Changes a claimed task; false where it is not ours any more, or its run was cancelled. */
export async function changeTask(
  queries: Queries,
  claim: TaskClaim,
  now: number,
  change: Partial<Omit<TaskRow, 'runId' | 'locale'>> = {},
): Promise<boolean> {
  const rows = await queries
    .update(translationTask)
    .set({ ...lifeUntil(now), ...change })
    .where(isOurs(claim))
    .returning({ locale: translationTask.locale });
  return rows.length > 0;
}

/** Gives it back as it was found, for the next try. */
export async function releaseTask(queries: Queries, claim: TaskClaim): Promise<void> {
  await queries
    .update(translationTask)
    .set({ status: 'queued', lease: null, leaseUntil: null })
    .where(isOurs(claim));
}

function isOurs({ runId, locale, lease }: TaskClaim) {
  return and(
    ...[eq(translationTask.runId, runId), eq(translationTask.locale, locale)],
    eq(translationTask.lease, lease),
    eq(translationTask.status, 'translating'),
  );
}

function lifeUntil(now: number) {
  return { heartbeatAt: new Date(now), leaseUntil: new Date(now + leaseMs) };
}
