import { sql } from 'drizzle-orm';
import {
  boolean,
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
import { timestamptz } from './columns.ts';

export type LocalizedText = { en: string } & Partial<Record<string, string>>;

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const category = pgTable('category', {
  id: uuid('id').primaryKey().defaultRandom(),
  slug: text('slug').notNull().unique(),
  color: text('color').notNull(),
  names: jsonb('names').$type<LocalizedText>().notNull(),
  descriptions: jsonb('descriptions').$type<Partial<Record<string, string>>>().notNull().default({}),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});

export const tag = pgTable('tag', {
  id: uuid('id').primaryKey().defaultRandom(),
  slug: text('slug').notNull().unique(),
  names: jsonb('names').$type<LocalizedText>().notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});

export const mediaFile = pgTable('media_file', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** SHA-256 of the uploaded bytes, hexadecimal. */
  digest: text('digest').notNull().unique(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: integer('bytes').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});

/** A stored video or audio file. */
export const clip = pgTable('clip', {
  id: uuid('id').primaryKey(),
  /** SHA-256 of the bytes, hexadecimal. */
  digest: text('digest').notNull().unique(),
  format: text('format').$type<'mp4' | 'webm' | 'mp3' | 'm4a' | 'ogg' | 'wav'>().notNull(),
  bytes: integer('bytes').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});

export const article = pgTable(
  'article',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    categoryId: uuid('category_id').references(() => category.id, { onDelete: 'set null' }),
    coverFileId: uuid('cover_file_id').references(() => mediaFile.id, { onDelete: 'set null' }),
    /** Id of an `author`, or of a user without a profile. */
    authorId: text('author_id'),
    sourceLocale: text('source_locale').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [index('article_category').on(table.categoryId), index('article_author').on(table.authorId)],
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

export const post = pgTable(
  'post',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => article.id, { onDelete: 'cascade' }),
    locale: text('locale').notNull(),
    slug: text('slug').notNull(),
    /** The same in all languages of an article. */
    kind: text('kind').$type<'post' | 'page'>().notNull().default('post'),
    status: text('status').$type<'draft' | 'published' | 'archived'>().notNull().default('draft'),
    /** From here to `noindex`, the names are those of the API: the fields are copied without a list of them. */
    title: text('title').notNull(),
    excerpt: text('excerpt').notNull().default(''),
    /** Sanitized HTML. */
    content: text('content').notNull().default(''),
    featured_image_alt: text('cover_alt').notNull().default(''),
    seo_title: text('seo_title'),
    seo_description: text('seo_description'),
    seo_keywords: text('seo_keywords').array().notNull().default([]),
    canonical_url: text('canonical_url'),
    noindex: boolean('noindex').notNull().default(false),
    publishedAt: timestamptz('published_at'),
    /** The date that the author chose. `publishedAt` is the same once the post is published. */
    publicationDate: timestamptz('publication_date'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    readTimeMinutes: integer('read_time_minutes').notNull().default(1),
    viewCount: integer('view_count').notNull().default(0),
    version: integer('version').notNull().default(1),
    /** The `save_id` of the request that made this version; null if it had none. */
    saveId: uuid('save_id'),
    sourceVersion: integer('source_version'),
    origin: text('origin').$type<'human' | 'machine' | 'mixed' | 'untranslated'>().notNull().default('human'),
    /** Digest of the translatable fields; null for rows older than digests. */
    textDigest: text('text_digest'),
    sourceDigest: text('source_digest'),
    sourceLocale: text('source_locale'),
    scheduledAt: timestamptz('scheduled_at'),
    /** Title and excerpt in lower case, for substring search. */
    searchText: text('search_text').notNull().default(''),
    search: tsvector('search').notNull().default(sql`''::tsvector`),
  },
  (table) => [
    unique('post_article_locale').on(table.articleId, table.locale),
    unique('post_locale_slug').on(table.locale, table.slug),
    // Without nullsFirst the planner does not use the index for `order by … desc`.
    index('post_list')
      .on(table.locale, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'published' and kind = 'post'`),
    index('post_admin_date')
      .on(table.locale, sql`coalesce(published_at, created_at) desc`, table.id.desc().nullsFirst())
      .where(sql`kind = 'post'`),
    index('post_admin_status_date')
      .on(
        table.locale,
        table.status,
        sql`coalesce(published_at, created_at) desc`,
        table.id.desc().nullsFirst(),
      )
      .where(sql`kind = 'post'`),
    index('post_page').on(table.articleId).where(sql`kind = 'page'`),
    index('post_original_updated')
      .on(table.updatedAt)
      .where(sql`kind = 'post' and status = 'published' and source_locale is null`),
    index('post_scheduled').on(table.scheduledAt).where(sql`scheduled_at is not null`),
    index('post_search').using('gin', table.search),
    check('post_locale', sql`locale in ('en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th')`),
    check('post_kind', sql`kind in ('post', 'page')`),
    check('post_status', sql`status in ('draft', 'published', 'archived')`),
    check('post_origin', sql`origin in ('human', 'machine', 'mixed', 'untranslated')`),
    check('post_published_at', sql`status <> 'published' or published_at is not null`),
    check('post_scheduled_at', sql`scheduled_at is null or status = 'draft'`),
  ],
);

/** The published posts of each category and tag, in the order of lists. Only triggers write it. */
export const taxonPost = pgTable(
  'taxon_post',
  {
    taxonId: uuid('taxon_id').notNull(),
    locale: text('locale').notNull(),
    publishedAt: timestamptz('published_at').notNull(),
    postId: uuid('post_id')
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.taxonId, table.locale, table.publishedAt, table.postId] }),
    index('taxon_post_post').on(table.postId),
  ],
);

export const workingCopy = pgTable('working_copy', {
  postId: uuid('post_id')
    .primaryKey()
    .references(() => post.id, { onDelete: 'cascade' }),
  /** `PostFields` of blog/editing-contract.ts. */
  fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
  sourceRevision: jsonb('made_from').$type<{
    origin: 'machine' | 'mixed' | 'untranslated';
    version: number;
    digest: string;
    locale: string;
  }>(),
  authorId: text('author_id'),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
});

export const revision = pgTable(
  'revision',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    postId: uuid('post_id')
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    kind: text('kind')
      .$type<'autosaved' | 'saved' | 'published' | 'restored' | 'translation_started'>()
      .notNull(),
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    authorId: text('author_id'),
    authorName: text('author_name').notNull().default(''),
    /** The owner's rule that did it; null if a user did. */
    rule: text('rule').$type<'publish' | 'change' | 'nightly' | 'held' | 'score'>(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('revision_post').on(table.postId, table.version.desc().nullsFirst()),
    check(
      'revision_kind',
      sql`kind in ('autosaved', 'saved', 'published', 'restored', 'translation_started')`,
    ),
  ],
);

/** Former slugs redirect with 301. Never contains a post's current slug. */
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

/** Addresses on the site that a post was imported from, as `blog/redirects.ts` writes them. */
export const redirect = pgTable(
  'redirect',
  {
    path: text('path').notNull(),
    /** `p=123`, or empty. */
    query: text('query').notNull().default(''),
    postId: uuid('post_id')
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.path, table.query] }), index('redirect_post').on(table.postId)],
);

export const viewDay = pgTable(
  'view_day',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    views: integer('views').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.postId, table.day] }), index('view_day_day').on(table.day)],
);

export const installation = pgTable(
  'installation',
  {
    id: integer('id').primaryKey().default(1),
    seededAt: timestamptz('seeded_at'),
  },
  () => [check('installation_one', sql`id = 1`)],
);
