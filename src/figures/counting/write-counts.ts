import { lt, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { extractionSlot, figureDay, figureTotal, searchTermDay, threadsCheck } from '#database/schema.ts';
import { figureRetentionDays, statusMaxAgeMs } from '../contract.ts';
import { toUtcDay } from '../utc-days.ts';
import type { Counts } from './pending-counts.ts';
import type { TermCount } from './search-terms.ts';

export const downloadsTotal = 'downloads';

export function sumDownloads({ days }: Pick<Counts, 'days'>): number {
  return days.filter(({ kind }) => kind === 'download').reduce((sum, { count }) => sum + count, 0);
}

/** Adds to the rows of other nodes. Pass a transaction. */
export async function writeCounts(
  queries: Queries,
  counts: Counts,
  terms: readonly TermCount[],
): Promise<void> {
  const { days, slots, checks } = counts;
  if (days.length > 0)
    await queries
      .insert(figureDay)
      .values(days)
      .onConflictDoUpdate({
        target: [figureDay.day, figureDay.kind, figureDay.name],
        set: { count: sql`${figureDay.count} + excluded.count` },
      });
  const downloads = sumDownloads(counts);
  if (downloads > 0)
    await queries
      .insert(figureTotal)
      .values({ name: downloadsTotal, count: downloads })
      .onConflictDoUpdate({
        target: figureTotal.name,
        set: { count: sql`${figureTotal.count} + excluded.count` },
      });
  if (slots.length > 0)
    await queries
      .insert(extractionSlot)
      .values(slots.map((slot) => ({ ...slot, startsAt: new Date(slot.startsAt) })))
      .onConflictDoUpdate({
        target: [extractionSlot.startsAt, extractionSlot.outcome],
        set: { count: sql`${extractionSlot.count} + excluded.count` },
      });
  if (checks.length > 0)
    await queries
      .insert(threadsCheck)
      .values(checks.map((check) => ({ ...check, checkedAt: new Date(check.checkedAt) })))
      .onConflictDoUpdate({
        target: [threadsCheck.source, threadsCheck.isRead],
        set: { checkedAt: sql`excluded.checked_at`, code: sql`excluded.code` },
        setWhere: sql`${threadsCheck.checkedAt} < excluded.checked_at`,
      });
  if (terms.length > 0)
    await queries
      .insert(searchTermDay)
      .values([...terms].sort((a, b) => (a.locale + a.term < b.locale + b.term ? -1 : 1)))
      .onConflictDoUpdate({
        target: [searchTermDay.day, searchTermDay.locale, searchTermDay.term],
        set: { searches: sql`${searchTermDay.searches} + excluded.searches` },
      });
}

export async function deleteOldCounts(queries: Queries, now: number): Promise<void> {
  const oldest = toUtcDay(now - figureRetentionDays * 86_400_000);
  await queries.delete(figureDay).where(lt(figureDay.day, oldest));
  await queries.delete(searchTermDay).where(lt(searchTermDay.day, oldest));
  await queries.delete(extractionSlot).where(lt(extractionSlot.startsAt, new Date(now - statusMaxAgeMs)));
}
