import { localeSchema, type PostInput } from './contract.ts';
import type { BlogWriter } from './create-blog-writer.ts';
import type { CategoryWish, TagWish } from './ensure-categories.ts';

/** One language of an article to begin with. */
export interface SeedPost {
  locale: string;
  title: string;
  slug: string;
  /** Where it was at first: that address leads to the one of now. */
  former_slug?: string;
  excerpt: string;
  seo_title: string;
  seo_description: string;
  seo_keywords: readonly string[];
  cover_alt: string;
  /** HTML. */
  content: string;
}

export interface SeedArticle {
  /** Names it in faults. */
  key: string;
  /** Slugs of what the seed has. */
  category: string;
  tags: readonly string[];
  /** ISO 8601. */
  published_at: string;
  /** SVG. */
  cover: string;
  posts: readonly SeedPost[];
}

export interface Seed {
  categories: readonly CategoryWish[];
  tags: readonly TagWish[];
  articles: readonly SeedArticle[];
}

/**
 * Writes what a blog begins with, published. May be called again after it was cut off: an article is written whole or
 * not at all, and one whose first slug is in use counts as written. The number of articles that are new.
 */
export async function sowSeed(writer: BlogWriter, { categories, tags, articles }: Seed): Promise<number> {
  const categoryIds = new Map<string, string>();
  const tagIds = new Map<string, string>();
  for (const wish of categories) categoryIds.set(wish.slug, await writer.ensureCategory(wish));
  for (const wish of tags) tagIds.set(wish.slug, await writer.ensureTag(wish));
  let sown = 0;
  for (const article of articles) {
    const cover = await writer.storeDrawing(article.cover);
    const shared: Partial<PostInput> = {
      category_id: known(categoryIds, article.category),
      tag_ids: article.tags.map((slug) => known(tagIds, slug)),
      featured_image_url: cover.src,
    };
    const result = await writer.publishMany(
      article.posts.map((post, index) => ({ ...inputOf(post, article), ...(index === 0 && shared) })),
    );
    if (result.ok) sown += 1;
    else if (result.error.code !== 'slug.taken' || result.error.post !== 0)
      throw new Error(`the seed article ${article.key} can't be written: ${result.error.code}`);
    for (const { former_slug, ...post } of article.posts) {
      if (former_slug) await writer.rememberSlug(post, former_slug);
    }
  }
  return sown;
}

function inputOf(
  { locale, cover_alt, seo_keywords, former_slug: _, ...texts }: SeedPost,
  article: SeedArticle,
): PostInput {
  return {
    ...texts,
    locale: localeSchema.parse(locale),
    featured_image_alt: cover_alt,
    seo_keywords: [...seo_keywords],
    published_at: article.published_at,
  };
}

function known(ids: ReadonlyMap<string, string>, slug: string): string {
  const id = ids.get(slug);
  if (id === undefined) throw new Error(`the seed has no category or tag ${slug}`);
  return id;
}
