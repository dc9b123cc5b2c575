import { z } from 'zod';
import { type Locale, locales } from '#i18n/locales.ts';

export const publicPageSize = 10;
/** Most posts one call gives. */
export const pageSizeMax = 100;
/** Longest search, in characters. */
export const searchLengthMax = 100;
/** Most posts one search finds. */
export const searchResultsMax = 10_000;
export const relatedPostsShown = 3;

/** Widths of a stored picture, in pixels; a narrower original stops at its own width. */
export const pictureWidths = [480, 768, 1200, 1600, 2000] as const;

export const postStatuses = ['draft', 'published', 'archived'] as const;
/** `untranslated`: in the words of another language, since no translation was to be had. */
export const postOrigins = ['human', 'machine', 'mixed', 'untranslated'] as const;

export const localeSchema = z.enum(locales);
const moment = z.iso.datetime();
/**
 * From outside: of a year that is written in four digits everywhere. PostgreSQL has no year 0, and gives the year 1
 * back as what JavaScript reads as 2001.
 */
export const momentSchema = moment.max(40).regex(/^[1-9]/);
/** As columns have them. */
export const versionSchema = z.int32().min(0);
export const digestSchema = z
  .string()
  .max(100)
  .regex(/^[0-9a-f]*$/);

export const categorySchema = z
  .object({
    id: z.uuid(),
    name: z.string().describe('In the language asked for; English where it has none.'),
    slug: z.string(),
    color: z.string().describe('#rrggbb'),
    description: z.string().nullable(),
    created_at: moment,
  })
  .meta({ id: 'Category' });
export type Category = z.infer<typeof categorySchema>;

export const tagSchema = z
  .object({ id: z.uuid(), name: z.string(), slug: z.string(), created_at: moment })
  .meta({ id: 'Tag' });
export type Tag = z.infer<typeof tagSchema>;

/** A post without its text, as lists show it. */
export const postSummarySchema = z
  .object({
    id: z.uuid(),
    article_id: z.uuid().describe('The same for all languages of one text.'),
    slug: z.string(),
    locale: localeSchema,
    text_locale: localeSchema
      .optional()
      .describe('The language of the text, where it is another one: it is not translated yet.'),
    status: z.enum(postStatuses),
    title: z.string(),
    excerpt: z.string(),
    featured_image_url: z.string().nullable().describe('An address of this site.'),
    featured_image_width: z.int().nullable(),
    featured_image_height: z.int().nullable(),
    featured_image_srcset: z.string().nullable(),
    featured_image_alt: z.string(),
    seo_title: z.string().nullable(),
    seo_description: z.string().nullable(),
    seo_keywords: z.array(z.string()),
    published_at: moment.nullable(),
    created_at: moment,
    updated_at: moment,
    read_time_minutes: z.int(),
    view_count: z.int(),
    author_id: z.string().nullable(),
    category_id: z.uuid().nullable(),
    category: categorySchema.nullable(),
    tags: z.array(tagSchema),
  })
  .meta({ id: 'PostSummary' });
export type PostSummary = z.infer<typeof postSummarySchema>;

export const postSchema = postSummarySchema
  .extend({ content: z.string().describe('Sanitised HTML.') })
  .meta({ id: 'Post' });
export type Post = z.infer<typeof postSchema>;

/** Empty filters are no filters. */
export const listQuerySchema = z.object({
  locale: localeSchema.default('en'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(pageSizeMax).default(publicPageSize),
  search: z.string().trim().max(searchLengthMax).default(''),
  category: z.string().max(200).default('').describe('Slug of a category.'),
  tag: z.string().max(200).default('').describe('Slug of a tag.'),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

export interface PostList<P extends PostSummary = PostSummary> {
  posts: P[];
  /** Published posts that match, on all pages; with a search `searchResultsMax` at most. */
  totalPosts: number;
}

/** A published post of the same article. */
export interface Sibling {
  id: string;
  locale: Locale;
  slug: string;
  title: string;
  /** ISO 8601. */
  published_at: string;
  updated_at: string;
  /** The language its article was first written in. */
  source_locale: Locale;
  /** The cover of its article, an address of this site. */
  featured_image_url: string | null;
}

/** What an address of the blog leads to. */
export type FoundPost = { kind: 'post'; post: Post } | { kind: 'moved'; slug: string } | { kind: 'missing' };

/** A post's text as a page shows it. */
export interface RenderedContent {
  /** Headings from h2 down, each with an id; own pictures with srcset, lazily loaded. */
  html: string;
  headings: { id: string; level: 2 | 3; text: string }[];
}

/** What readers' pages, feeds, sitemaps and the API ask. Only published posts, ever. */
export interface BlogReader {
  /** Newest first; where there is a search, posts that hold it in title or excerpt come before those that match by words. */
  listPosts(query: ListQuery): Promise<PostList>;
  /** The same with each post's text. */
  listFullPosts(query: ListQuery): Promise<PostList<Post>>;
  findPost(locale: Locale, slug: string): Promise<FoundPost>;
  /** The languages of an article that has this slug in another language than `locale`; none where there is none. */
  findElsewhere(locale: Locale, slug: string): Promise<Sibling[]>;
  /** In all languages it is published in, itself among them, in the order of `locales`. */
  siblingsOf(articleId: string): Promise<Sibling[]>;
  /** By category, tags, then text; in the post's own language; never the post itself. */
  relatedPosts(post: Post): Promise<PostSummary[]>;
  /** By name, as the language sorts. */
  listCategories(locale: Locale): Promise<Category[]>;
  listTags(locale: Locale): Promise<Tag[]>;
  /** Published posts of one language with their siblings, newest first, `limit` from `offset`: for sitemaps. */
  listClusters(locale: Locale, offset: number, limit: number): Promise<Sibling[][]>;
  countPosts(locale: Locale): Promise<number>;
  /** One more reading; the count after it, or null where no such published post is. */
  countView(postId: string): Promise<number | null>;
  renderContent(content: string): RenderedContent;
}

/** One language of an article as the editor saves it: the flat names of the editor's form. */
export const postInputSchema = z.strictObject({
  /** Left out: a new post. */
  id: z.uuid().optional(),
  /** For a new post: the article it joins; left out, a new article. */
  article_id: z.uuid().optional(),
  locale: localeSchema,
  title: z.string().max(300),
  /** Empty: made from the title. */
  slug: z.string().max(200).default(''),
  excerpt: z.string().max(2000).default(''),
  /** HTML; its pictures may be inside it, in base64. */
  content: z.string().max(48_000_000).default(''),
  /** An address, or a picture itself as a data URL. */
  featured_image_url: z.string().max(21_000_000).nullable().default(null),
  featured_image_alt: z.string().max(500).default(''),
  category_id: z.uuid().nullable().default(null),
  tag_ids: z.array(z.uuid()).max(50).default([]),
  status: z.enum(postStatuses).default('draft'),
  seo_title: z.string().max(300).nullable().default(null),
  seo_description: z.string().max(600).nullable().default(null),
  seo_keywords: z.array(z.string().max(100)).max(50).default([]),
  /** Left out: the moment of the first publishing. */
  published_at: momentSchema.nullable().optional(),
  author_id: z
    .string()
    .max(100)
    .regex(/^\P{Cc}*$/u)
    .nullable()
    .default(null),
  origin: z.enum(postOrigins).default('human'),
  source_version: versionSchema.nullable().default(null),
  /** For a translation: `text_digest` of what it was made from, and its language. */
  source_digest: digestSchema.nullable().default(null),
  source_locale: localeSchema.nullable().default(null),
  /** For a change: the version it is based on; another one now is a conflict. */
  version: versionSchema.optional(),
});
export type PostInput = z.input<typeof postInputSchema>;

export const blogErrorCodes = [
  'post.missing',
  'post.conflict',
  'slug.taken',
  'language.taken',
  'picture.unreadable',
  'picture.too_large',
  'picture.foreign',
] as const;
export type BlogErrorCode = (typeof blogErrorCodes)[number];

/** Largest picture taken in, in bytes and in pixels. */
export const pictureLimits = { bytes: 15 * 1024 * 1024, pixels: 50_000_000 } as const;

/** A stored picture; `srcset` names its variants by width. */
export interface Picture {
  id: string;
  src: string;
  srcset: string;
  width: number;
  height: number;
}

/**
 * What has changed: caches forget by it. `locales` are all languages whose pages may show it; of a draft, none.
 * `siblings`: of other languages only these posts' own pages, which name the languages of their article.
 */
export interface BlogChange {
  articleId: string | null;
  locales: Locale[];
  siblings?: { locale: Locale; slug: string }[];
}
