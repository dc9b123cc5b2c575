import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** What owners changed. A missing row means the default. */
export const setting = pgTable('setting', {
  name: text('name').primaryKey(),
  /** Encrypted if the setting is a secret. */
  value: text('value').notNull(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
});

/** Stays when the user is deleted. Contains no secrets. */
export const settingChange = pgTable(
  'setting_change',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    changedAt: timestamptz('changed_at').notNull().defaultNow(),
    userName: text('user_name').notNull(),
    name: text('name').notNull(),
    before: text('before'),
    after: text('after'),
  },
  (table) => [index('setting_change_date').on(table.changedAt.desc(), table.id)],
);
