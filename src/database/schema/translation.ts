import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { article, post } from './blog.ts';
import { timestamptz } from './columns.ts';

const locales = sql`locale in ('en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th')`;

export const translationRun = pgTable(
  'translation_run',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => article.id, { onDelete: 'cascade' }),
    postId: uuid('post_id')
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    sourceLocale: text('source_locale').notNull(),
    sourceVersion: integer('source_version').notNull(),
    sourceDigest: text('source_digest').notNull(),
    /** `RunSource` of translation/blocks/post-text.ts. */
    source: jsonb('source').$type<Record<string, unknown>>().notNull(),
    choice: text('choice').$type<'passed' | 'all' | 'drafts'>().notNull(),
    status: text('status')
      .$type<'queued' | 'running' | 'done' | 'done_with_errors' | 'cancelled'>()
      .notNull()
      .default('queued'),
    idempotencyKey: text('idempotency_key').unique(),
    tokensEstimated: integer('tokens_estimated').notNull(),
    /** From the text alone, without what earlier runs have used beyond that; null in older runs. */
    textTokensIn: integer('text_tokens_in'),
    textTokensOut: integer('text_tokens_out'),
    /** The same of the second reader; null also if it has not read everything. */
    readingTokensIn: integer('reading_tokens_in'),
    readingTokensOut: integer('reading_tokens_out'),
    tokensSpent: integer('tokens_spent').notNull().default(0),
    tokensMax: integer('tokens_max').notNull(),
    changes: integer('changes').notNull().default(1),
    authorId: text('author_id'),
    authorName: text('author_name').notNull().default(''),
    /** The mode of the automatic translation that started the run; null for a user's run. */
    rule: text('rule').$type<'publish' | 'change' | 'nightly'>(),
    /** How often automatic translation of the same text had failed before. */
    ruleAttempt: integer('rule_attempt').notNull().default(0),
    /** When someone was told that a rule has not published all of it; null: never. */
    notifiedAt: timestamptz('notified_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    endedAt: timestamptz('ended_at'),
  },
  (table) => [
    uniqueIndex('translation_run_live').on(table.articleId).where(sql`status in ('queued', 'running')`),
    index('translation_run_post').on(table.postId, table.createdAt.desc().nullsFirst()),
    index('translation_run_article').on(table.articleId, table.createdAt.desc().nullsFirst()),
    check('translation_run_rule', sql`rule in ('publish', 'change', 'nightly')`),
    check('translation_run_choice', sql`choice in ('passed', 'all', 'drafts')`),
    check(
      'translation_run_status',
      sql`status in ('queued', 'running', 'done', 'done_with_errors', 'cancelled')`,
    ),
  ],
);

/** Only the previous version uses the column `offers`; the next migration drops it. */
export const translationTask = pgTable(
  'translation_task',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => translationRun.id, { onDelete: 'cascade' }),
    locale: text('locale').notNull(),
    status: text('status')
      .$type<'queued' | 'translating' | 'saved' | 'published' | 'fallback' | 'failed' | 'cancelled'>()
      .notNull()
      .default('queued'),
    lease: uuid('lease'),
    leaseUntil: timestamptz('lease_until'),
    heartbeatAt: timestamptz('heartbeat_at'),
    /** Starts without a finished block. */
    attempts: integer('attempts').notNull().default(0),
    code: text('code'),
    blocks: integer('blocks').notNull().default(0),
    blocksDone: integer('blocks_done').notNull().default(0),
    blocksAccepted: integer('blocks_accepted').notNull().default(0),
    /** The second model could not read everything. */
    isReadingIncomplete: boolean('is_half_read').notNull().default(false),
    postId: uuid('post_id').references(() => post.id, { onDelete: 'set null' }),
    postVersion: integer('post_version'),
    endedAt: timestamptz('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.locale] }),
    check('translation_task_locale', locales),
    check(
      'translation_task_status',
      sql`status in ('queued', 'translating', 'checking', 'saved', 'published', 'fallback', 'failed', 'cancelled')`,
    ),
  ],
);

export const translationBlock = pgTable(
  'translation_block',
  {
    hash: text('hash').notNull(),
    fromLocale: text('from_locale').notNull(),
    locale: text('locale').notNull(),
    /** Digest of instructions and glossary. A machine translation with another digest is not reused. */
    recipe: text('recipe').notNull(),
    text: text('text').notNull(),
    origin: text('origin').$type<'machine' | 'human'>().notNull().default('machine'),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.fromLocale, table.locale] }),
    check('translation_block_origin', sql`origin in ('machine', 'human')`),
  ],
);

/** A second reading of a translation. It belongs to the two texts, so it applies wherever both occur. */
export const translationAssessment = pgTable(
  'translation_assessment',
  {
    /** Of the source block. */
    hash: text('hash').notNull(),
    fromLocale: text('from_locale').notNull(),
    locale: text('locale').notNull(),
    textDigest: text('text_digest').notNull(),
    score: integer('score'),
    /** `BlockDoubt[]` of translation/assessment-contract.ts. */
    doubts: jsonb('doubts').$type<Record<string, unknown>[]>().notNull().default([]),
    proposal: text('proposal'),
    /** null if only rules have read the block. */
    model: text('model'),
    acceptedAt: timestamptz('accepted_at'),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.fromLocale, table.locale, table.textDigest] }),
    check('translation_assessment_locale', locales),
    check('translation_assessment_score', sql`score between 0 and 100`),
  ],
);

/** What a run last wrote, to detect later human edits. */
export const translationWritten = pgTable('translation_written', {
  postId: uuid('post_id')
    .primaryKey()
    .references(() => post.id, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
  fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
  /** `OutputBlock[]` of translation/blocks/block-queries.ts. */
  blocks: jsonb('blocks')
    .$type<{ id: string; hash: string; text: string; human_for?: string; as_source?: true }[]>()
    .notNull(),
  /** `ReviewBlock[]` of translation/blocks/block-queries.ts. */
  review: jsonb('review').$type<{ hash: string; text: string; source: string }[]>().notNull().default([]),
  /**
   * The columns above and `text_digest`, as they were for the text of the post with this digest, while they describe that
   * of a working copy. Only `text_digest` if there was no row.
   */
  published: jsonb('published').$type<Record<string, unknown>>(),
});

export const blockSuggestion = pgTable(
  'translation_offer',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    blockId: text('block_id').notNull(),
    source: text('source').notNull(),
    kept: text('kept').notNull(),
    offered: text('offered').notNull(),
    html: text('html'),
    state: text('state').$type<'open' | 'kept' | 'taken'>().notNull().default('open'),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.hash] }),
    check('translation_offer_state', sql`state in ('open', 'kept', 'taken')`),
  ],
);

/** One row, added by the first change. */
export const translationSetting = pgTable(
  'translation_setting',
  {
    id: integer('id').primaryKey().default(1),
    showsMachineNote: boolean('shows_machine_note').notNull().default(false),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  () => [check('translation_setting_one', sql`id = 1`)],
);

export const glossary = pgTable(
  'glossary',
  {
    locale: text('locale').primaryKey(),
    terms: jsonb('terms').$type<{ source: string; target: string }[]>().notNull().default([]),
    style: text('style').notNull().default(''),
    address: text('address').$type<'free' | 'formal' | 'informal'>().notNull().default('free'),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  () => [
    check('glossary_locale', locales),
    check('glossary_address', sql`address in ('free', 'formal', 'informal')`),
  ],
);
