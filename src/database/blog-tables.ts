import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** One text per language, by locale. English is always there. */
export type LocalizedText = { en: string } & Partial<Record<string, string>>;

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const category = pgTable('category', {
  id: uuid('id').primaryKey().defaultRandom(),
  slug: text('slug').notNull().unique(),
  /** `#rrggbb` */
  color: text('color').notNull(),
  names: jsonb('names').$type<LocalizedText>().notNull(),
  descriptions: jsonb('descriptions').$type<Partial<Record<string, string>>>().notNull().default({}),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const tag = pgTable('tag', {
  id: uuid('id').primaryKey().defaultRandom(),
  slug: text('slug').notNull().unique(),
  names: jsonb('names').$type<LocalizedText>().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** A picture of ours: checked, encoded anew, kept in several widths under `id`. */
export const mediaFile = pgTable('media_file', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** SHA-256 of the bytes as they came, hexadecimal: the same picture is kept once. */
  digest: text('digest').notNull().unique(),
  /** Pixels of the largest variant. */
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** Of all variants together. */
  bytes: integer('bytes').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** What all languages of one text share. */
export const article = pgTable(
  'article',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    categoryId: uuid('category_id').references(() => category.id, { onDelete: 'set null' }),
    coverFileId: uuid('cover_file_id').references(() => mediaFile.id, { onDelete: 'set null' }),
    authorId: text('author_id'),
    sourceLocale: text('source_locale').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('article_category').on(table.categoryId)],
);

export const articleTag = pgTable(
  'article_tag',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => article.id, { onDelete: 'cascade' }),
    tagId: uuid('tag_id')
      .notNull()
      .references(() => tag.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.tagId] }),
    index('article_tag_tag').on(table.tagId, table.articleId),
  ],
);

/** One article in one language. */
export const post = pgTable(
  'post',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => article.id, { onDelete: 'cascade' }),
    locale: text('locale').notNull(),
    slug: text('slug').notNull(),
    status: text('status').$type<'draft' | 'published' | 'archived'>().notNull().default('draft'),
    title: text('title').notNull(),
    excerpt: text('excerpt').notNull().default(''),
    /** Sanitised HTML. */
    content: text('content').notNull().default(''),
    coverAlt: text('cover_alt').notNull().default(''),
    seoTitle: text('seo_title'),
    seoDescription: text('seo_description'),
    seoKeywords: text('seo_keywords').array().notNull().default([]),
    /** Set for every published post. */
    publishedAt: moment('published_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    readTimeMinutes: integer('read_time_minutes').notNull().default(1),
    viewCount: integer('view_count').notNull().default(0),
    /** Raised by every change of the text: what a writer holds against another's change. */
    version: integer('version').notNull().default(1),
    /** For a translation: the version of the source post it was made from. */
    sourceVersion: integer('source_version'),
    /** `untranslated`: the words of the original, since no translation was to be had. */
    origin: text('origin').$type<'human' | 'machine' | 'mixed' | 'untranslated'>().notNull().default('human'),
    /** Of all that is translated of it; null: not written since there are digests. */
    textDigest: text('text_digest'),
    /** For a translation: the digest of the text it was made from, and that text's language. */
    sourceDigest: text('source_digest'),
    sourceLocale: text('source_locale'),
    /** When a draft is to be published by itself. */
    scheduledAt: moment('scheduled_at'),
    /** Title and excerpt in lower case, for the search of a part of them. */
    searchText: text('search_text').notNull().default(''),
    /** Words and pairs of letters of the whole text, made by blog/search-tokens.ts: they work in all ten languages. */
    search: tsvector('search').notNull().default(sql`''::tsvector`),
  },
  (table) => [
    unique('post_article_locale').on(table.articleId, table.locale),
    unique('post_locale_slug').on(table.locale, table.slug),
    // The order of every list. Without nullsFirst the planner can not use it for `order by … desc`.
    index('post_list')
      .on(table.locale, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'published'`),
    index('post_admin_list').on(table.locale, table.createdAt.desc().nullsFirst()),
    index('post_admin_status').on(table.locale, table.status, table.createdAt.desc().nullsFirst()),
    index('post_scheduled').on(table.scheduledAt).where(sql`scheduled_at is not null`),
    index('post_search').using('gin', table.search),
    check('post_locale', sql`locale in ('en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th')`),
    check('post_status', sql`status in ('draft', 'published', 'archived')`),
    check('post_origin', sql`origin in ('human', 'machine', 'mixed', 'untranslated')`),
    check('post_published_at', sql`status <> 'published' or published_at is not null`),
    check('post_scheduled_at', sql`scheduled_at is null or status = 'draft'`),
  ],
);

/** What was typed into a post that is not a draft and is not saved yet: readers see it when its writer says so. */
export const workingCopy = pgTable('working_copy', {
  postId: uuid('post_id')
    .primaryKey()
    .references(() => post.id, { onDelete: 'cascade' }),
  /** Fields of the editor's form, sanitised: `PostFields` of desk/contract.ts. */
  fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
  /** Where its text is a translation: what of, and whose words it has. */
  madeFrom: jsonb('made_from').$type<{
    origin: 'machine' | 'untranslated';
    version: number;
    digest: string;
    locale: string;
  }>(),
  authorId: text('author_id'),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** What a post was at one version. */
export const revision = pgTable(
  'revision',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    postId: uuid('post_id')
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    kind: text('kind').$type<'autosaved' | 'saved' | 'published' | 'restored'>().notNull(),
    /** `PostFields` of desk/contract.ts. */
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    authorId: text('author_id'),
    /** Kept beside the id, which may be gone. */
    authorName: text('author_name').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('revision_post').on(table.postId, table.version.desc().nullsFirst()),
    check('revision_kind', sql`kind in ('autosaved', 'saved', 'published', 'restored')`),
  ],
);

/** Where a post once was: such an address answers 301. A slug that a post has now is never here. */
export const slugHistory = pgTable(
  'slug_history',
  {
    locale: text('locale').notNull(),
    slug: text('slug').notNull(),
    postId: uuid('post_id')
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.locale, table.slug] }),
    index('slug_history_post').on(table.postId),
  ],
);

/** How often a post was read on a day (UTC). Nothing about who read. */
export const viewDay = pgTable(
  'view_day',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    views: integer('views').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.postId, table.day] })],
);

/** One row: what this installation has been through. */
export const installation = pgTable(
  'installation',
  {
    id: integer('id').primaryKey().default(1),
    /** When its first articles were sown, or that none were wanted. */
    seededAt: moment('seeded_at'),
  },
  () => [check('installation_one', sql`id = 1`)],
);
