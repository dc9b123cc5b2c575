import { z } from 'zod';
import { nameSchema } from '#accounts/contract.ts';
import {
  canonicalUrlSchema,
  digestSchema,
  localeSchema,
  postKinds,
  postOrigins,
  postStatuses,
  seoKeywordsSchema,
  textSchema,
  timestampSchema,
  versionSchema,
} from '#blog/contract.ts';
import { categoryTextColumns, mapNames, optionalTextNames } from '#blog/texts-contract.ts';

export const contentFormat = 'unspool-content';
export const contentVersion = 1;

/** As PostgreSQL writes it: another spelling would count as another id. */
const id = z.uuid().toLowerCase();
const line = z.string().max(300);
/** No control characters: reports print the slug to a terminal. */
const slug = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u);

const names = z.partialRecord(localeSchema, line).refine(({ en }) => en !== undefined && en !== '');

export const manifestSchema = z.strictObject({
  format: z.literal(contentFormat),
  version: z.literal(contentVersion),
  created_at: timestampSchema,
  articles: z.int().min(0),
  posts: z.int().min(0),
  pictures: z.int().min(0),
});

const { descriptions, ...laterCategoryTexts } = mapNames(categoryTextColumns, () =>
  z.partialRecord(localeSchema, z.string().max(2000)),
);

export const contentCategoriesSchema = z
  .array(
    z.strictObject({
      slug,
      color: z.string().regex(/^#[0-9a-f]{6}$/i),
      names,
      descriptions,
      /** Missing in exports of earlier versions. */
      ...z.object(laterCategoryTexts).partial().shape,
    }),
  )
  .max(10_000)
  .refine(hasUniqueSlugs);

export const contentTagsSchema = z.array(z.strictObject({ slug, names })).max(10_000).refine(hasUniqueSlugs);

function hasUniqueSlugs(taxa: readonly { slug: string }[]): boolean {
  return new Set(taxa.map((taxon) => taxon.slug)).size === taxa.length;
}

const { seo_title, seo_description, ...laterTexts } = mapNames(optionalTextNames, (name) =>
  textSchema(name).nullable(),
);

const postSchema = z.strictObject({
  id,
  locale: localeSchema,
  slug,
  former_slugs: z.array(slug).max(1000),
  /** Paths on the site that the post was imported from. Missing in exports of earlier versions. */
  redirects: z.array(z.string().max(2000)).max(1000).optional(),
  status: z.enum(postStatuses),
  title: textSchema('title'),
  excerpt: textSchema('excerpt'),
  content: textSchema('content'),
  featured_image_alt: textSchema('featured_image_alt'),
  seo_title,
  seo_description,
  seo_keywords: seoKeywordsSchema,
  /** Missing in exports of earlier versions, like the next three. */
  ...z.object(laterTexts).partial().shape,
  canonical_url: canonicalUrlSchema.nullable().optional(),
  noindex: z.boolean().optional(),
  publication_date: timestampSchema.nullable().optional(),
  published_at: timestampSchema.nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  origin: z.enum(postOrigins),
  source_version: versionSchema.nullable(),
  source_digest: digestSchema.nullable(),
  source_locale: localeSchema.nullable(),
});

export const contentArticleSchema = z
  .strictObject({
    id,
    /** Missing in exports of earlier versions. */
    kind: z.enum(postKinds).optional(),
    source_locale: localeSchema,
    category: slug.nullable(),
    tags: z.array(slug).max(50),
    /** Missing in exports of earlier versions. Null if the author shows no name. */
    author: z.strictObject({ slug, name: nameSchema }).nullable().optional(),
    /** File id in `files/`, without `.webp`. */
    cover: id.nullable(),
    posts: z.array(postSchema).min(1).max(10),
  })
  .refine(
    ({ posts }) =>
      new Set(posts.map((post) => post.locale)).size === posts.length &&
      new Set(posts.map((post) => post.id)).size === posts.length,
    'duplicate language or post id',
  );

export type ContentArticle = z.infer<typeof contentArticleSchema>;
export type ContentPost = z.infer<typeof postSchema>;
