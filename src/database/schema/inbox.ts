import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** Messages of the contact form. */
export const contactMessage = pgTable(
  'contact_message',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    receivedAt: timestamptz('received_at').notNull(),
    /** As the sender was told. A shorter retention applies at once, a longer one only to later messages. */
    deleteAt: timestamptz('delete_at').notNull(),
    status: text('status').$type<'new' | 'read' | 'done'>().notNull().default('new'),
    repliedAt: timestamptz('replied_at'),
    /** Encrypted: name, email address, subject, message and language. */
    content: text('content').notNull(),
  },
  (table) => [
    index('contact_message_date').on(table.receivedAt.desc(), table.id),
    index('contact_message_new').on(table.status).where(sql`status = 'new'`),
  ],
);
