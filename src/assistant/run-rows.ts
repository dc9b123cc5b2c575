import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post, translationRun, translationTask } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { RunSource } from './run-source.ts';

export type TaskRow = Omit<typeof translationTask.$inferSelect, 'locale'> & { locale: Locale };
/** Without the original's text, which may be long and is read by whoever translates it. */
export type RunRow = Omit<typeof translationRun.$inferSelect, 'source' | 'sourceLocale'> & {
  sourceLocale: Locale;
};
const { source: _, ...runColumns } = getTableColumns(translationRun);

export const liveStatuses = ['queued', 'running'] as const;
export const openStatuses = ['queued', 'translating'] as const;

export function isLive({ status }: Pick<RunRow, 'status'>): boolean {
  return (liveStatuses as readonly string[]).includes(status);
}

export function isOpen({ status }: Pick<TaskRow, 'status'>): boolean {
  return (openStatuses as readonly string[]).includes(status);
}

export async function readRun(queries: Queries, id: string): Promise<RunRow | null> {
  const [row] = await queries.select(runColumns).from(translationRun).where(eq(translationRun.id, id));
  return row ? asRun(row) : null;
}

function asRun(row: Omit<typeof translationRun.$inferSelect, 'source'>): RunRow {
  return { ...row, sourceLocale: row.sourceLocale as Locale };
}

export async function readSource(queries: Queries, id: string): Promise<RunSource | null> {
  const [row] = await queries
    .select({ source: translationRun.source })
    .from(translationRun)
    .where(eq(translationRun.id, id));
  return row ? (row.source as unknown as RunSource) : null;
}

/** A run that is gone counts nothing; its work ends by itself. */
export async function mayStillSpend(queries: Queries, id: string, tokens: number): Promise<boolean> {
  const { tokensSpent, tokensMax } = translationRun;
  const [row] = await queries
    .select({ tokensSpent, tokensMax })
    .from(translationRun)
    .where(eq(translationRun.id, id));
  return !row || row.tokensSpent + tokens <= row.tokensMax;
}

/** In the order of `locales`. */
export async function readTasks(queries: Queries, runId: string): Promise<TaskRow[]> {
  const rows = await queries
    .select()
    .from(translationTask)
    .where(eq(translationTask.runId, runId))
    .orderBy(asc(translationTask.locale));
  const tasks = rows.map((row) => ({ ...row, locale: row.locale as Locale }));
  return tasks.sort((a, b) => locales.indexOf(a.locale) - locales.indexOf(b.locale));
}

/** Whoever watches the run sees a change. */
export async function noteRunChange(
  queries: Queries,
  id: string,
  now: number,
  more: Partial<typeof translationRun.$inferInsert> = {},
): Promise<void> {
  await queries
    .update(translationRun)
    .set({ changes: sql`${translationRun.changes} + 1`, updatedAt: new Date(now), ...more })
    .where(eq(translationRun.id, id));
}

export async function liveRunOf(queries: Queries, articleId: string): Promise<RunRow | null> {
  const [row] = await queries
    .select(runColumns)
    .from(translationRun)
    .where(and(eq(translationRun.articleId, articleId), inArray(translationRun.status, [...liveStatuses])));
  return row ? asRun(row) : null;
}

/** Whether readers are not to see the original any more: then they are shown no translation of it either. */
export async function isWithdrawn(queries: Queries, { choice, postId }: RunRow): Promise<boolean> {
  if (choice === 'drafts') return false;
  const [original] = await queries.select({ status: post.status }).from(post).where(eq(post.id, postId));
  return original?.status !== 'published';
}
