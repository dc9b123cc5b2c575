import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

export const accountUser = pgTable(
  'account_user',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    role: text('role').$type<'owner' | 'editor' | 'author'>().notNull(),
    locale: text('locale').notNull().default('en'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  () => [
    check('account_user_role', sql`role in ('owner', 'editor', 'author')`),
    check('account_user_locale', sql`locale in ('en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th')`),
  ],
);

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
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
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
    /** SHA-256 of the token. */
    token: text('token').notNull().unique(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** Device label such as `Firefox · Linux`. The full user agent is not stored. */
    userAgent: text('user_agent').notNull().default(''),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [index('account_session_user').on(table.userId)],
);

export const accountLink = pgTable(
  'account_link',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<'owner' | 'invitation' | 'reset'>().notNull(),
    digest: text('digest').notNull().unique(),
    email: text('email'),
    role: text('role').$type<'owner' | 'editor' | 'author'>(),
    userId: text('user_id').references(() => accountUser.id, { onDelete: 'cascade' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    index('account_link_user').on(table.userId),
    check('account_link_kind', sql`kind in ('owner', 'invitation', 'reset')`),
  ],
);

export const apiKey = pgTable(
  'api_key',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    digest: text('digest').notNull().unique(),
    perMinute: integer('per_minute').notNull(),
    /** Last valid day (UTC). */
    endsOn: date('ends_on', { mode: 'string' }),
    lastUsedOn: date('last_used_on', { mode: 'string' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  () => [check('api_key_per_minute', sql`per_minute between 1 and 2000`)],
);

export const secondFactor = pgTable('second_factor', {
  userId: text('user_id')
    .primaryKey()
    .references(() => accountUser.id, { onDelete: 'cascade' }),
  /** Encrypted with a key derived from the app secret. */
  secret: text('secret').notNull(),
  /** Keyed digests of the codes that were not used yet. */
  recoveryCodes: text('recovery_codes').array().notNull(),
  /** The time step of the last accepted code: older codes are rejected. */
  lastStep: integer('last_step').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});

/** Failed sign-ins by the keyed hash of the account or network. */
export const accountAttempt = pgTable('account_attempt', {
  key: text('key').primaryKey(),
  /** Unix milliseconds, oldest first. */
  times: jsonb('times').$type<number[]>().notNull().default([]),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
});

/** Includes reserved tokens. Days are UTC. */
export const modelDay = pgTable('model_day', {
  day: date('day', { mode: 'string' }).primaryKey(),
  tokens: integer('tokens').notNull(),
});

export const modelCall = pgTable(
  'model_call',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind').notNull(),
    model: text('model').notNull(),
    tokensIn: integer('tokens_in'),
    tokensOut: integer('tokens_out'),
    milliseconds: integer('milliseconds').notNull(),
    outcome: text('outcome').notNull(),
    runId: uuid('run_id'),
    locale: text('locale'),
  },
  (table) => [
    index('model_call_day').on(table.day),
    index('model_call_run').on(table.runId).where(sql`run_id is not null`),
  ],
);
