import { z } from 'zod';
import type { RenderedContent } from '#content/render-content.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { categoryTextNames, mapNames, optionalTextNames, postTexts } from './texts-contract.ts';

export const publicPageSize = 10;
export const pageSizeMax = 100;
export const searchLengthMax = 100;
export const searchResultsMax = 10_000;
export const relatedPostsCount = 3;

/** A page has its own path, such as `/imprint`, and is in no list of the blog. */
export const postKinds = ['post', 'page'] as const;
export type PostKind = (typeof postKinds)[number];

export const postStatuses = ['draft', 'published', 'archived'] as const;
/** `untranslated`: still in the source language, because no translation was available. */
export const postOrigins = ['human', 'machine', 'mixed', 'untranslated'] as const;

export const localeSchema = z.enum(locales);
const isoDateTimeSchema = z.iso.datetime();
/** Four-digit years only. PostgreSQL has no year 0, and JavaScript parses its year 1 as 2001. */
export const timestampSchema = isoDateTimeSchema.max(40).regex(/^[1-9]/);
export const canonicalUrlSchema = z.url({ protocol: /^https?$/ }).max(2000);
export const versionSchema = z.int32().min(0);
export const digestSchema = z
  .string()
  .max(100)
  .regex(/^[0-9a-f]*$/);

export const categorySchema = z
  .object({
    id: z.uuid(),
    name: z.string().describe('In the requested language, or in English if there is no translation.'),
    slug: z.string(),
    color: z.string().describe('#rrggbb'),
    ...mapNames(categoryTextNames, () => z.string().nullable()),
    created_at: isoDateTimeSchema,
  })
  .meta({ id: 'Category' });
export type Category = z.infer<typeof categorySchema>;

export const tagSchema = z
  .object({ id: z.uuid(), name: z.string(), slug: z.string(), created_at: isoDateTimeSchema })
  .meta({ id: 'Tag' });
export type Tag = z.infer<typeof tagSchema>;

export const postAuthorSchema = z
  .object({
    name: z.string(),
    slug: z.string(),
    image_url: z.string().nullable().describe('A URL on this site.'),
  })
  .meta({ id: 'PostAuthor' });
export type PostAuthor = z.infer<typeof postAuthorSchema>;

export const postSummarySchema = z
  .object({
    id: z.uuid(),
    article_id: z.uuid().describe('The same for all translations of a post.'),
    slug: z.string(),
    locale: localeSchema,
    text_locale: localeSchema
      .optional()
      .describe(
        'The language of the text, if it differs from `locale` because the post is not translated yet.',
      ),
    status: z.enum(postStatuses),
    title: z.string(),
    excerpt: z.string(),
    featured_image_url: z.string().nullable().describe('A URL on this site.'),
    featured_image_width: z.int().nullable(),
    featured_image_height: z.int().nullable(),
    featured_image_srcset: z.string().nullable(),
    featured_image_alt: z.string(),
    ...mapNames(optionalTextNames, () => z.string().nullable()),
    seo_keywords: z.array(z.string()),
    canonical_url: z.string().nullable().describe('The URL of the original, if it is on another page.'),
    noindex: z.boolean().describe('Whether search engines are asked not to list the post.'),
    published_at: isoDateTimeSchema.nullable(),
    created_at: isoDateTimeSchema,
    updated_at: isoDateTimeSchema,
    read_time_minutes: z.int(),
    view_count: z.int(),
    author_id: z.string().nullable(),
    author: postAuthorSchema.nullable().describe('Null if the author shows no name.'),
    category_id: z.uuid().nullable(),
    category: categorySchema.nullable(),
    tags: z.array(tagSchema),
  })
  .meta({ id: 'PostSummary' });
export type PostSummary = z.infer<typeof postSummarySchema>;

export const postSchema = postSummarySchema
  .extend({ content: z.string().describe('Sanitized HTML.') })
  .meta({ id: 'Post' });
export type Post = z.infer<typeof postSchema>;

export const listQuerySchema = z.object({
  locale: localeSchema.default('en'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(pageSizeMax).default(publicPageSize),
  search: z.string().trim().max(searchLengthMax).default(''),
  category: z.string().max(200).default('').describe('Slug of a category.'),
  tag: z.string().max(200).default('').describe('Slug of a tag.'),
  author: z.string().max(200).optional().describe('Slug of an author.'),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

export interface PostList<P extends PostSummary = PostSummary> {
  posts: P[];
  totalPosts: number;
}

export interface PublishedTranslation {
  id: string;
  locale: Locale;
  slug: string;
  title: string;
  published_at: string;
  updated_at: string;
  source_locale: Locale;
  featured_image_url: string | null;
  /** False with `noindex` or a canonical URL. */
  isIndexed: boolean;
  /** False while the text is still in the source language, which only lists of pages contain. */
  isTranslated: boolean;
}

/** `missing`: with the languages of a page that has this slug in another language, if any. */
export type PageLookup =
  | { kind: 'page'; post: Post; translations: PublishedTranslation[] }
  | { kind: 'moved'; slug: string }
  | { kind: 'missing'; translations: PublishedTranslation[] };

export type PostLookup = { kind: 'post'; post: Post } | { kind: 'moved'; slug: string } | { kind: 'missing' };

export interface Author extends ListedPage {
  name: string;
  /** Plain text. */
  bio: string | null;
  image: StoredImage | null;
}

export type TaxonKind = 'category' | 'tag';

export interface TaxonPage extends ListedPage {
  name: string;
  description: string | null;
}

/** A page that lists posts, with the languages that have any. */
export interface ListedPage {
  slug: string;
  locales: Locale[];
}

export type AuthorLookup =
  | { kind: 'author'; author: Author }
  | { kind: 'moved'; slug: string }
  | { kind: 'missing' };

export interface RedirectTarget {
  kind: PostKind;
  locale: Locale;
  slug: string;
}

/** Returns published posts and pages only. */
export interface BlogReader {
  /** Newest first. A search lists substring matches in title or excerpt before matches by terms. */
  listPosts(query: ListQuery): Promise<PostList>;
  listPostsWithContent(query: ListQuery): Promise<PostList<Post>>;
  findPost(locale: Locale, slug: string): Promise<PostLookup>;
  /** The translations of the article that has this slug in a language other than `locale`, if any. */
  findTranslationsBySlug(locale: Locale, slug: string): Promise<PublishedTranslation[]>;
  listTranslations(articleId: string): Promise<PublishedTranslation[]>;
  /** The pages of all languages, grouped by article, oldest first. Cached. */
  listPages(locale: Locale): Promise<PublishedTranslation[][]>;
  /** Without a query unless there is such a page. */
  findPage(locale: Locale, slug: string): Promise<PageLookup>;
  findRelatedPosts(post: Post): Promise<PostSummary[]>;
  /** Authors who show their names. */
  findAuthor(locale: Locale, slug: string): Promise<AuthorLookup>;
  /** For sitemaps. */
  listAuthorPages(): Promise<ListedPage[]>;
  findTaxonPage(kind: TaxonKind, locale: Locale, slug: string): Promise<TaxonPage | null>;
  /** For sitemaps. */
  listTaxonPages(kind: TaxonKind): Promise<ListedPage[]>;
  listCategories(locale: Locale): Promise<Category[]>;
  listTags(locale: Locale): Promise<Tag[]>;
  /** For sitemaps: the published posts of one language, newest first, each with its translations. */
  listTranslationGroups(locale: Locale, offset: number, limit: number): Promise<PublishedTranslation[][]>;
  countPosts(locale: Locale): Promise<number>;
  /** Returns the new count; null if no published post has this id. */
  recordView(postId: string): Promise<number | null>;
  /** The post that had this address on the site it was imported from. `address`: a path, with its query. */
  findRedirect(address: string): Promise<RedirectTarget | null>;
  renderContent(content: string): Promise<RenderedContent>;
}

/** In UTF-8, without inline images; for the HTML as sent and as stored. */
export const textBytesMax = 2_000_000;

export const postTagsMax = 50;

export const textSchema = (name: keyof typeof postTexts) => z.string().max(postTexts[name].lengthMax);
export const seoKeywordsSchema = z.array(textSchema('seo_keywords')).max(50);

export const postInputSchema = z.strictObject({
  id: z.uuid().optional(),
  /** New posts only: the article to join; omit it to create one. */
  article_id: z.uuid().optional(),
  /** New articles only. */
  kind: z.enum(postKinds).default('post'),
  locale: localeSchema,
  title: textSchema('title'),
  slug: z.string().max(200).default(''),
  excerpt: textSchema('excerpt').default(''),
  content: textSchema('content').default(''),
  /** An http(s) URL, a path of a stored image, or a data URL. */
  featured_image_url: z.string().max(21_000_000).nullable().default(null),
  featured_image_alt: textSchema('featured_image_alt').default(''),
  category_id: z.uuid().nullable().default(null),
  tag_ids: z.array(z.uuid()).max(postTagsMax).default([]),
  status: z.enum(postStatuses).default('draft'),
  ...mapNames(optionalTextNames, (name) => textSchema(name).nullable().default(null)),
  seo_keywords: seoKeywordsSchema.default([]),
  canonical_url: canonicalUrlSchema.nullable().default(null),
  noindex: z.boolean().default(false),
  /** Replaces the time of the publication. */
  publication_date: timestampSchema.nullable().default(null),
  /** If omitted, the time of the first publication. */
  published_at: timestampSchema.nullable().optional(),
  author_id: z
    .string()
    .max(100)
    .regex(/^\P{Cc}*$/u)
    .nullable()
    .default(null),
  origin: z.enum(postOrigins).default('human'),
  source_version: versionSchema.nullable().default(null),
  source_digest: digestSchema.nullable().default(null),
  source_locale: localeSchema.nullable().default(null),
});
export type PostInput = z.input<typeof postInputSchema>;

export const blogErrorCodes = [
  'post.missing',
  'post.conflict',
  'slug.taken',
  'slug.reserved',
  'language.taken',
  'picture.unreadable',
  'picture.too_large',
  'picture.foreign',
  'clip.unreadable',
  'clip.too_large',
  'text.too_long',
  'text.timeout',
] as const;
export type BlogErrorCode = (typeof blogErrorCodes)[number];

export const imageLimits = { bytes: 15 * 1024 * 1024, pixels: 50_000_000 } as const;

export interface StoredImage {
  id: string;
  src: string;
  srcset: string;
  width: number;
  height: number;
}

/** `locales`: languages whose pages may show the change. `siblings`: translations that list this language. */
export interface BlogChange {
  articleId: string | null;
  locales: Locale[];
  siblings?: { locale: Locale; slug: string }[];
}
