import { bigint, boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** Counts of a UTC day, of all nodes. Names are from closed sets. */
export const figureDay = pgTable(
  'figure_day',
  {
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.name] })],
);

/** Since the first start. */
export const figureTotal = pgTable('figure_total', {
  name: text('name').primaryKey(),
  count: bigint('count', { mode: 'number' }).notNull(),
});

/** Searches of the blog without results. Only terms that several searches of a day had. */
export const searchTermDay = pgTable(
  'search_term_day',
  {
    day: date('day', { mode: 'string' }).notNull(),
    locale: text('locale').notNull(),
    term: text('term').notNull(),
    searches: integer('searches').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.locale, table.term] })],
);

/** Extractions of a few minutes that reached Threads. Kept for a day. */
export const extractionSlot = pgTable(
  'extraction_slot',
  {
    startsAt: timestamptz('starts_at').notNull(),
    /** `ok` or an error code. */
    outcome: text('outcome').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.startsAt, table.outcome] })],
);

/** When Threads was last read, and when that last failed, by who tried. */
export const threadsCheck = pgTable(
  'threads_check',
  {
    source: text('source').notNull(),
    isRead: boolean('is_read').notNull(),
    /** Of the failure. */
    code: text('code'),
    checkedAt: timestamptz('checked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.isRead] })],
);
