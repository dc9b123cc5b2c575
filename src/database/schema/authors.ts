import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accountUser } from './accounts.ts';
import { mediaFile } from './blog.ts';
import { timestamptz } from './columns.ts';

export const author = pgTable(
  'author',
  {
    /** The user's id, or a UUID for an author without an account. */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .unique()
      .references(() => accountUser.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    /** Plain text by locale. */
    bios: jsonb('bios').$type<Partial<Record<string, string>>>().notNull().default({}),
    imageFileId: uuid('image_file_id').references(() => mediaFile.id, { onDelete: 'set null' }),
    isPublic: boolean('is_public').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  () => [check('author_user', sql`user_id is null or user_id = id`)],
);

/** Former slugs redirect with 301. Never contains an author's current slug. */
export const authorSlugHistory = pgTable(
  'author_slug_history',
  {
    slug: text('slug').primaryKey(),
    authorId: text('author_id')
      .notNull()
      .references(() => author.id, { onDelete: 'cascade' }),
  },
  (table) => [index('author_slug_history_author').on(table.authorId)],
);
