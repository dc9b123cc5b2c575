import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Of the administration: its people, and what they asked of language models. Part of `schema.ts`. */

/** Who may sign in to the administration. */
export const accountUser = pgTable(
  'account_user',
  {
    id: text('id').primaryKey(),
    /** In lower case. */
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    role: text('role').$type<'owner' | 'editor' | 'author'>().notNull(),
    /** Of the administration's pages, for this person. */
    locale: text('locale').notNull().default('en'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  () => [
    check('account_user_role', sql`role in ('owner', 'editor', 'author')`),
    check('account_user_locale', sql`locale in ('en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th')`),
  ],
);

/** How someone proves who they are: the hash of a password, in better-auth's form. */
export const accountCredential = pgTable(
  'account_credential',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => accountUser.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    password: text('password').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [unique('account_credential_user').on(table.userId, table.providerId)],
);

export const accountSession = pgTable(
  'account_session',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => accountUser.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, which only the browser has. */
    token: text('token').notNull().unique(),
    expiresAt: moment('expires_at').notNull(),
    /** Browser and system by name: no more of them is kept, and no address. */
    userAgent: text('user_agent').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('account_session_user').on(table.userId)],
);

/** A link that works once: for the first owner, an invitation, a new password. */
export const accountLink = pgTable(
  'account_link',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<'owner' | 'invitation' | 'reset'>().notNull(),
    /** SHA-256 of the token in the link. */
    digest: text('digest').notNull().unique(),
    /** Of the person invited. */
    email: text('email'),
    role: text('role').$type<'owner' | 'editor' | 'author'>(),
    /** Whose password it resets. */
    userId: text('user_id').references(() => accountUser.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('account_link_user').on(table.userId),
    check('account_link_kind', sql`kind in ('owner', 'invitation', 'reset')`),
  ],
);

/** A program that may ask for more than a visitor does. */
export const apiKey = pgTable(
  'api_key',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    /** SHA-256 of the key, which only its bearer has. */
    digest: text('digest').notNull().unique(),
    /** Posts a minute. */
    perMinute: integer('per_minute').notNull(),
    /** The last day (UTC) on which it works; null: until it is withdrawn. */
    endsOn: date('ends_on', { mode: 'string' }),
    /** Day (UTC); no more is kept of its use. */
    lastUsedOn: date('last_used_on', { mode: 'string' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  () => [check('api_key_per_minute', sql`per_minute between 1 and 2000`)],
);

/** When it was tried lately to sign in, by the keyed hash of the account or the network. */
export const accountAttempt = pgTable('account_attempt', {
  key: text('key').primaryKey(),
  /** Milliseconds since 1970, oldest first. */
  times: jsonb('times').$type<number[]>().notNull().default([]),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Tokens of language models used or set aside on a day (UTC): what the daily budget is held against. */
export const modelDay = pgTable('model_day', {
  day: date('day', { mode: 'string' }).primaryKey(),
  tokens: integer('tokens').notNull(),
});

/** One call of a model: what it was for and what it cost, nothing of what was said. */
export const modelCall = pgTable(
  'model_call',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind').notNull(),
    model: text('model').notNull(),
    /** null: the provider did not say. */
    tokensIn: integer('tokens_in'),
    tokensOut: integer('tokens_out'),
    milliseconds: integer('milliseconds').notNull(),
    /** `ok`, or the code of what went wrong. */
    outcome: text('outcome').notNull(),
    /** For a translation of a run: which run, into which language. */
    runId: uuid('run_id'),
    locale: text('locale'),
  },
  (table) => [
    index('model_call_day').on(table.day),
    index('model_call_run').on(table.runId).where(sql`run_id is not null`),
  ],
);
