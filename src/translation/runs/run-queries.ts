import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post, translationRun, translationTask } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { RunSource } from '../blocks/post-text.ts';

export type TaskRow = Omit<typeof translationTask.$inferSelect, 'locale'> & { locale: Locale };
/** `readRunSource` reads the source text, which may be long. */
export type RunRow = Omit<typeof translationRun.$inferSelect, 'source' | 'sourceLocale'> & {
  sourceLocale: Locale;
};
const { source, ...runColumns } = getTableColumns(translationRun);

export const liveRunStatuses = ['queued', 'running'] as const;
export const openTaskStatuses = ['queued', 'translating'] as const;

export function isRunLive({ status }: Pick<RunRow, 'status'>): boolean {
  return (liveRunStatuses as readonly string[]).includes(status);
}

export function isTaskOpen({ status }: Pick<TaskRow, 'status'>): boolean {
  return (openTaskStatuses as readonly string[]).includes(status);
}

export async function readRun(queries: Queries, id: string): Promise<RunRow | null> {
  const [row] = await queries.select(runColumns).from(translationRun).where(eq(translationRun.id, id));
  return row ? toRunRow(row) : null;
}

function toRunRow(row: Omit<typeof translationRun.$inferSelect, 'source'>): RunRow {
  return { ...row, sourceLocale: row.sourceLocale as Locale };
}

export async function readRunSource(queries: Queries, id: string): Promise<RunSource | null> {
  const [row] = await queries
    .select({ source: translationRun.source })
    .from(translationRun)
    .where(eq(translationRun.id, id));
  return row ? (row.source as unknown as RunSource) : null;
}

/** True for a deleted run, which ends by itself. */
export async function canSpendTokens(queries: Queries, id: string, tokens: number): Promise<boolean> {
  const { tokensSpent, tokensMax } = translationRun;
  const [row] = await queries
    .select({ tokensSpent, tokensMax })
    .from(translationRun)
    .where(eq(translationRun.id, id));
  return !row || row.tokensSpent + tokens <= row.tokensMax;
}

export async function readTasks(queries: Queries, runId: string): Promise<TaskRow[]> {
  const rows = await queries
    .select()
    .from(translationTask)
    .where(eq(translationTask.runId, runId))
    .orderBy(asc(translationTask.locale));
  const tasks = rows.map((row) => ({ ...row, locale: row.locale as Locale }));
  return tasks.sort((a, b) => locales.indexOf(a.locale) - locales.indexOf(b.locale));
}

export async function recordRunChange(
  queries: Queries,
  id: string,
  now: number,
  changes: Partial<typeof translationRun.$inferInsert> = {},
): Promise<void> {
  await queries
    .update(translationRun)
    .set({ changes: sql`${translationRun.changes} + 1`, updatedAt: new Date(now), ...changes })
    .where(eq(translationRun.id, id));
}

export async function findLiveRun(queries: Queries, articleId: string): Promise<RunRow | null> {
  const [row] = await queries
    .select(runColumns)
    .from(translationRun)
    .where(
      and(eq(translationRun.articleId, articleId), inArray(translationRun.status, [...liveRunStatuses])),
    );
  return row ? toRunRow(row) : null;
}

/** Readers must not see translations of an original that they cannot see. */
export async function isOriginalUnpublished(queries: Queries, { choice, postId }: RunRow): Promise<boolean> {
  if (choice === 'drafts') return false;
  const [original] = await queries.select({ status: post.status }).from(post).where(eq(post.id, postId));
  return original?.status !== 'published';
}
