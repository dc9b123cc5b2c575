import { sql } from 'drizzle-orm';
import {
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
import { article, post } from './blog-tables.ts';
import { moment } from './columns.ts';

const locales = sql`locale in ('en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th')`;

/** One article on its way into its other languages. One at a time for each article. */
export const translationRun = pgTable(
  'translation_run',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => article.id, { onDelete: 'cascade' }),
    /** The original. */
    postId: uuid('post_id')
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    sourceLocale: text('source_locale').notNull(),
    sourceVersion: integer('source_version').notNull(),
    /** `post.text_digest` of the original at that version. */
    sourceDigest: text('source_digest').notNull(),
    /** `RunSource` of assistant/run-source.ts: the original's texts, so that all languages are made from the same. */
    source: jsonb('source').$type<Record<string, unknown>>().notNull(),
    choice: text('choice').$type<'passed' | 'all' | 'drafts'>().notNull(),
    status: text('status')
      .$type<'queued' | 'running' | 'done' | 'done_with_errors' | 'cancelled'>()
      .notNull()
      .default('queued'),
    idempotencyKey: text('idempotency_key').unique(),
    tokensEstimated: integer('tokens_estimated').notNull(),
    tokensSpent: integer('tokens_spent').notNull().default(0),
    tokensMax: integer('tokens_max').notNull(),
    /** Raised by every step that whoever watches can see. */
    changes: integer('changes').notNull().default(1),
    authorId: text('author_id'),
    authorName: text('author_name').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('translation_run_live').on(table.articleId).where(sql`status in ('queued', 'running')`),
    index('translation_run_post').on(table.postId, table.createdAt.desc().nullsFirst()),
    check('translation_run_choice', sql`choice in ('passed', 'all', 'drafts')`),
    check(
      'translation_run_status',
      sql`status in ('queued', 'running', 'done', 'done_with_errors', 'cancelled')`,
    ),
  ],
);

/** One language of a run. Its column `offers` is only there for the version before this one: the next drops it. */
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
    /** Who works on it, and until when that counts without another sign of life. */
    lease: uuid('lease'),
    leaseUntil: moment('lease_until'),
    heartbeatAt: moment('heartbeat_at'),
    /** How many times it was begun without a block being finished. */
    attempts: integer('attempts').notNull().default(0),
    /** What went otherwise than hoped for. */
    code: text('code'),
    blocks: integer('blocks').notNull().default(0),
    blocksDone: integer('blocks_done').notNull().default(0),
    blocksAccepted: integer('blocks_accepted').notNull().default(0),
    postId: uuid('post_id').references(() => post.id, { onDelete: 'set null' }),
    postVersion: integer('post_version'),
    endedAt: moment('ended_at'),
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

/** What a block of a text is in another language: asked for once, used wherever the same words stand. */
export const translationBlock = pgTable(
  'translation_block',
  {
    /** Of the block's words and locked tags: `TranslationBlock.hash`. */
    hash: text('hash').notNull(),
    fromLocale: text('from_locale').notNull(),
    locale: text('locale').notNull(),
    /** Of instructions and glossary: a machine's text made by another one is asked for anew. */
    recipe: text('recipe').notNull(),
    text: text('text').notNull(),
    /** `human`: a person wrote it over the machine's; it is never replaced. */
    origin: text('origin').$type<'machine' | 'human'>().notNull().default('machine'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.fromLocale, table.locale] }),
    check('translation_block_origin', sql`origin in ('machine', 'human')`),
  ],
);

/** What a run wrote into a post last: by it is told what a person has changed since. */
export const translationWritten = pgTable('translation_written', {
  postId: uuid('post_id')
    .primaryKey()
    .references(() => post.id, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
  /** `PostFields` of desk/contract.ts, as they were kept. */
  fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
  /** `WrittenBlock` of assistant/human-edits.ts, in the order of the text. */
  blocks: jsonb('blocks')
    .$type<{ id: string; hash: string; text: string; human_for?: string; as_source?: true }[]>()
    .notNull(),
  /** `ReviewBlock[]` of assistant/kept-by-people.ts; without those that a person has found right. */
  review: jsonb('review').$type<{ hash: string; text: string; source: string }[]>().notNull().default([]),
});

/** What a block that a person wrote otherwise would be now that its source has changed, and what became of that. */
export const translationOffer = pgTable(
  'translation_offer',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    /** Of the source's block. */
    hash: text('hash').notNull(),
    blockId: text('block_id').notNull(),
    source: text('source').notNull(),
    kept: text('kept').notNull(),
    offered: text('offered').notNull(),
    /** The offered block as it stands in the text; null for a field. */
    html: text('html'),
    state: text('state').$type<'open' | 'kept' | 'taken'>().notNull().default('open'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.hash] }),
    check('translation_offer_state', sql`state in ('open', 'kept', 'taken')`),
  ],
);

/** How the operator wants a language written. */
export const glossary = pgTable(
  'glossary',
  {
    locale: text('locale').primaryKey(),
    terms: jsonb('terms').$type<{ source: string; target: string }[]>().notNull().default([]),
    style: text('style').notNull().default(''),
    /** How readers are spoken to; `free`: as the model does. */
    address: text('address').$type<'free' | 'formal' | 'informal'>().notNull().default('free'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  () => [
    check('glossary_locale', locales),
    check('glossary_address', sql`address in ('free', 'formal', 'informal')`),
  ],
);
