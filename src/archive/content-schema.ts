import { z } from 'zod';
import {
  digestSchema,
  localeSchema,
  momentSchema as moment,
  postOrigins,
  postStatuses,
  versionSchema,
} from '#blog/contract.ts';

/** What an archive of content is, by its own files. Nothing else is read. */
export const contentFormat = 'unspool-content';
export const contentVersion = 1;

/** As a database writes it: another spelling of the same id would be another one. */
const id = z.uuid().toLowerCase();
const line = z.string().max(300);
/** Made sound like one that is typed. A report names it, so nothing in it may write over the lines of a terminal. */
const slug = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u);
const names = z.partialRecord(localeSchema, line).refine(({ en }) => en !== undefined && en !== '');

export const headSchema = z.strictObject({
  format: z.literal(contentFormat),
  version: z.literal(contentVersion),
  created_at: moment,
  articles: z.int().min(0),
  posts: z.int().min(0),
  pictures: z.int().min(0),
});

export const categoriesSchema = z
  .array(
    z.strictObject({
      slug,
      color: z.string().regex(/^#[0-9a-f]{6}$/i),
      names,
      descriptions: z.partialRecord(localeSchema, z.string().max(2000)),
    }),
  )
  .max(10_000)
  .refine(areOnce);

export const tagsSchema = z.array(z.strictObject({ slug, names })).max(10_000).refine(areOnce);

function areOnce(shelves: readonly { slug: string }[]): boolean {
  return new Set(shelves.map((shelf) => shelf.slug)).size === shelves.length;
}

const postSchema = z.strictObject({
  id,
  locale: localeSchema,
  slug,
  former_slugs: z.array(slug).max(1000),
  status: z.enum(postStatuses),
  title: line,
  excerpt: z.string().max(2000),
  /** HTML; its pictures are those of `files/`. */
  content: z.string().max(48_000_000),
  featured_image_alt: z.string().max(500),
  seo_title: line.nullable(),
  seo_description: z.string().max(600).nullable(),
  seo_keywords: z.array(z.string().max(100)).max(50),
  published_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
  origin: z.enum(postOrigins),
  source_version: versionSchema.nullable(),
  source_digest: digestSchema.nullable(),
  source_locale: localeSchema.nullable(),
});

/** One article in all its languages: the unit that is taken in whole or not at all. */
export const articleSchema = z
  .strictObject({
    id,
    source_locale: localeSchema,
    category: slug.nullable(),
    tags: z.array(slug).max(50),
    /** The name of a file, without `.webp`. */
    cover: id.nullable(),
    posts: z.array(postSchema).min(1).max(10),
  })
  .refine(
    ({ posts }) =>
      new Set(posts.map((post) => post.locale)).size === posts.length &&
      new Set(posts.map((post) => post.id)).size === posts.length,
    'a language is there twice',
  );

export type ContentArticle = z.infer<typeof articleSchema>;
export type ContentPost = z.infer<typeof postSchema>;
