import { and, eq, gt, inArray, isNotNull, lt, not, or, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post, translationRun, translationTask } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { RunError, TaskCode, TaskStatus } from '../contract.ts';
import { holdWaitingTasks, isWaiting, waitingCodes } from './hold-waiting-tasks.ts';
import {
  findLatestRun,
  findPublishingRule,
  isOpenTask,
  isOriginalUnpublished,
  isRunLive,
  isTaskOpen,
  lockLiveRun,
  type RunDeps,
  type RunRow,
  readRun,
  readRunSource,
  readTasks,
  recordRunChange,
  type TaskRow,
} from './run-queries.ts';

const failed: readonly TaskStatus[] = ['fallback', 'failed'];
const unfinished: readonly TaskStatus[] = [...failed, 'cancelled'];
const doubtful: readonly TaskCode[] = ['translation.review', 'translation.unread'];
const unpublished: readonly TaskCode[] = [
  ...doubtful,
  ...waitingCodes,
  'translation.edited',
  'run.withdrawn',
];
const told: readonly TaskCode[] = [...unpublished, 'translation.held'];

/** Ends the run after its last task. */
export async function finishRun(deps: RunDeps, runId: string): Promise<void> {
  const { query } = deps.database;
  const run = await readRun(query, runId);
  if (!run || !isRunLive(run)) return;
  if ((await readTasks(query, runId)).some(isTaskOpen)) return;
  await holdWaitingTasks(deps, run);
  const tasks = await readTasks(query, runId);
  if (run.choice === 'all' && tasks.every(hasPassed) && !(await publishAll(deps, run, tasks))) {
    await cancelRun(deps, runId, 'run.withdrawn');
    return;
  }
  const isEnded = await deps.database.transaction((queries) => endRun(queries, runId, deps.now()));
  // Not awaited: a slow mail server must not delay the next run.
  if (isEnded && run.choice !== 'drafts') void notifyPeople(deps, run).catch(deps.onError);
}

/** Tells about saved translations that nobody has changed or published since, and about what failed. */
async function notifyPeople(deps: RunDeps, run: RunRow): Promise<void> {
  const { query } = deps.database;
  const tasks = await query
    .select({
      locale: sql<Locale>`${translationTask.locale}`,
      status: translationTask.status,
      code: translationTask.code,
      kind: post.kind,
      isCurrent: sql<boolean>`${post.version} is not distinct from ${translationTask.postVersion}`,
    })
    .from(translationTask)
    .leftJoin(post, eq(post.id, translationTask.postId))
    .where(eq(translationTask.runId, run.id))
    .orderBy(translationTask.locale);
  const isKnown = await findKnownFailures(query, run);
  const saved = tasks.filter(
    (task) =>
      task.status === 'saved' && task.code !== 'translation.human' && task.isCurrent && !isKnown(task),
  );
  const held = saved.filter(({ locale }) => deps.reviewers.isRequired(locale));
  const kind = held[0]?.kind ?? 'post';
  const reviewers = await deps.reviewers.findNames(
    held.map(({ locale }) => locale),
    kind,
  );
  const unpublishedTasks =
    run.rule === null || run.notifiedAt !== null
      ? []
      : [
          ...saved.filter(({ locale, code }) => !reviewers.has(locale) && told.includes(code as TaskCode)),
          ...tasks.filter((task) => failed.includes(task.status) && !isKnown(task)),
        ];
  if (held.length + unpublishedTasks.length === 0) return;
  const { postId } = run;
  const title = (await readRunSource(query, run.id))?.title ?? '';
  if (unpublishedTasks.length > 0)
    await query
      .update(translationRun)
      .set({ notifiedAt: new Date(deps.now()) })
      .where(eq(translationRun.id, run.id));
  await Promise.all([
    held.length > 0 &&
      deps.reviewers.notifyHeld({ postId, kind, title, locales: held.map(({ locale }) => locale) }),
    unpublishedTasks.length > 0 &&
      deps.reviewers.notifyUnpublished({
        postId,
        title,
        tasks: unpublishedTasks.map(({ locale, code }) => ({
          locale,
          code: (code ?? 'task.failed') as TaskCode,
        })),
      }),
  ]);
}

/** The rule repeats what failed or wasn't read, for days. The first run with this text and this result is enough. */
async function findKnownFailures(
  queries: Queries,
  run: RunRow,
): Promise<(task: Pick<TaskRow, 'status' | 'code'> & { locale: string }) => boolean> {
  if (run.rule === null) return () => false;
  const known = await queries
    .select({ locale: translationTask.locale, code: translationTask.code })
    .from(translationTask)
    .innerJoin(translationRun, eq(translationRun.id, translationTask.runId))
    .where(
      and(
        eq(translationRun.articleId, run.articleId),
        eq(translationRun.sourceDigest, run.sourceDigest),
        isNotNull(translationRun.rule),
        lt(translationRun.createdAt, run.createdAt),
        or(inArray(translationTask.status, failed), eq(translationTask.code, 'translation.unread')),
      ),
    );
  return ({ locale, status, code }) => {
    const isUnread = code === 'translation.unread';
    if (!isUnread && !failed.includes(status)) return false;
    return known.some((task) => task.locale === locale && isUnread === (task.code === 'translation.unread'));
  };
}

/** The other languages do not wait for one that only a person publishes. */
function hasPassed(task: TaskRow): boolean {
  const byPerson: readonly TaskRow['code'][] = ['translation.human', 'translation.held'];
  return task.status === 'published' || isWaiting(task) || byPerson.includes(task.code);
}

/** If one post was changed, all stay drafts. False if the original is no longer published. */
async function publishAll(deps: RunDeps, run: RunRow, tasks: readonly TaskRow[]): Promise<boolean> {
  const { query } = deps.database;
  const waitingTasks = tasks.filter(isWaiting);
  const areWaiting = and(eq(translationTask.runId, run.id), hasLocaleOf(waitingTasks));
  const posts = waitingTasks.flatMap(({ postId: id, postVersion: version, locale }) =>
    id === null || version === null
      ? []
      : [{ id, version, rule: findPublishingRule(deps, run, locale as Locale) }],
  );
  if (posts.length === 0) return true;
  const actor = { id: run.authorId ?? '', name: run.authorName };
  const published = await deps.posts.publishTranslations(posts, actor, async (queries) => {
    // Under the write lock of the blog, the original cannot be unpublished meanwhile.
    if (await isOriginalUnpublished(queries, run)) return false;
    await queries.update(translationTask).set({ status: 'published', code: null }).where(areWaiting);
    return lockLiveRun(queries, run.id);
  });
  if (published.ok) return true;
  if (await isOriginalUnpublished(query, run)) return false;
  const isStillWaiting = and(areWaiting, eq(translationTask.status, 'saved'));
  await query.update(translationTask).set({ code: 'translation.unpublished' }).where(isStillWaiting);
  const { code } = published.error;
  if (code !== 'post.conflict' && code !== 'post.missing' && code !== 'lease.lost')
    deps.onError(new Error(`cannot publish translations: ${code}`));
  return true;
}

/** Checks again under the lock: a task may have been requeued or cancelled. Returns whether this call ended it. */
async function endRun(queries: Queries, runId: string, now: number): Promise<boolean> {
  if (!(await lockLiveRun(queries, runId))) return false;
  const tasks = await readTasks(queries, runId);
  if (tasks.some(isTaskOpen)) return false;
  await recordRunChange(queries, runId, now, { status: toEndedStatus(tasks), endedAt: new Date(now) });
  return true;
}

export function toEndedStatus(tasks: readonly TaskRow[]): 'done' | 'done_with_errors' {
  const isDone = tasks.every(
    ({ status, code }) =>
      status === 'published' || (status === 'saved' && (code === null || code === 'translation.human')),
  );
  return isDone ? 'done' : 'done_with_errors';
}

/** Updates tasks before the run, as saving a task does: another order could deadlock. */
export async function cancelRun(
  deps: RunDeps,
  id: string,
  code: TaskCode | null = null,
): Promise<Result<null, RunError>> {
  const endedAt = new Date(deps.now());
  const isOfRun = eq(translationTask.runId, id);
  const isCancelled = await deps.database.transaction(async (queries) => {
    await queries
      .update(translationTask)
      .set({ status: 'cancelled', code, lease: null, leaseUntil: null, endedAt })
      .where(and(isOfRun, isOpenTask));
    if (code !== null)
      await queries
        .update(translationTask)
        .set({ code })
        .where(and(isOfRun, inArray(translationTask.code, waitingCodes)));
    if (!(await lockLiveRun(queries, id))) return false;
    await recordRunChange(queries, id, deps.now(), { status: 'cancelled', endedAt });
    return true;
  });
  if (isCancelled) return ok(null);
  return fail({ code: (await readRun(deps.database.query, id)) ? 'run.over' : 'run.missing' });
}

/** Uses the current token budget: a raised one may be the reason for the retry. */
export async function retryRun(
  deps: RunDeps,
  id: string,
  locale?: Locale,
): Promise<Result<Locale[], RunError>> {
  const { query } = deps.database;
  const run = await readRun(query, id);
  if (!run) return fail({ code: 'run.missing' });
  // A retry of an older run would overwrite what a newer one wrote.
  const newerRun = await findLatestRun(
    query,
    and(eq(translationRun.articleId, run.articleId), gt(translationRun.createdAt, run.createdAt)),
  );
  if (newerRun) return fail({ code: isRunLive(newerRun) ? 'run.live' : 'run.over' });
  const retriedCodes = isRunLive(run) ? doubtful : unpublished;
  const tasks = (await readTasks(query, id)).filter((task) =>
    locale === undefined
      ? unfinished.includes(task.status) || retriedCodes.includes(task.code as TaskCode)
      : task.locale === locale && !isTaskOpen(task),
  );
  if (tasks.length === 0) return isRunLive(run) ? ok([]) : fail({ code: 'run.over' });
  try {
    return ok(await deps.database.transaction((queries) => requeueTasks(deps, queries, id, tasks)));
  } catch (error) {
    // Unique violation: another run of the article has started.
    if (getErrorCode(error) === '23505') return fail({ code: 'run.live' });
    throw error;
  }
}

/** Skips open tasks: a second retry must not take one from a worker. */
async function requeueTasks(
  { now, models }: RunDeps,
  queries: Queries,
  id: string,
  tasks: readonly TaskRow[],
): Promise<Locale[]> {
  const rows = await queries
    .update(translationTask)
    .set({
      status: 'queued',
      lease: null,
      leaseUntil: null,
      attempts: 0,
      code: null,
      endedAt: null,
      blocks: 0,
      blocksDone: 0,
      blocksAccepted: 0,
      isReadingIncomplete: false,
    })
    .where(and(eq(translationTask.runId, id), hasLocaleOf(tasks), not(isOpenTask)))
    .returning({ locale: translationTask.locale });
  await recordRunChange(queries, id, now(), {
    status: 'running',
    endedAt: null,
    tokensMax: models.provider().runTokens,
  });
  return tasks.map((task) => task.locale).filter((locale) => rows.some((row) => row.locale === locale));
}

function hasLocaleOf(tasks: readonly TaskRow[]) {
  return inArray(
    translationTask.locale,
    tasks.map(({ locale }) => locale),
  );
}

function getErrorCode(error: unknown): unknown {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code ?? (cause === undefined ? undefined : getErrorCode(cause));
}
