import type { SeedArticle, SeedPost } from '#database/seed.ts';
import type { NewAuthor } from './authors.ts';
import { localeSchema, type PostInput } from './contract.ts';
import type { NewCategory, NewTag } from './taxonomy.ts';
import type { BlogWriter } from './write.ts';

export interface Seed {
  categories: readonly NewCategory[];
  tags: readonly NewTag[];
  author?: NewAuthor | null;
  articles: readonly Omit<SeedArticle, 'daysAgo'>[];
}

/** Returns the number of new articles. Repeatable: an article whose first slug is taken counts as written. */
export async function seedBlog(
  writer: BlogWriter,
  { categories, tags, author, articles }: Seed,
): Promise<number> {
  const categoryIds = new Map<string, string>();
  const tagIds = new Map<string, string>();
  for (const category of categories) categoryIds.set(category.slug, await writer.ensureCategory(category));
  for (const tag of tags) tagIds.set(tag.slug, await writer.ensureTag(tag));
  const authorId = author ? await writer.ensureAuthor(author) : null;
  let seeded = 0;
  for (const article of articles) {
    const cover = await writer.storeSvg(article.cover, article.encodedCover);
    const shared: Partial<PostInput> = {
      category_id: requireId(categoryIds, article.category),
      tag_ids: article.tags.map((slug) => requireId(tagIds, slug)),
      featured_image_url: cover.src,
      author_id: authorId,
    };
    const result = await writer.publishArticle(
      article.posts.map((post, index) => ({ ...toPostInput(post, article), ...(index === 0 && shared) })),
    );
    if (result.ok) seeded += 1;
    else if (result.error.code !== 'slug.taken' || result.error.post !== 0)
      throw new Error(`cannot write seed article ${article.key}: ${result.error.code}`);
    for (const { former_slug, ...post } of article.posts) {
      if (former_slug) await writer.addFormerSlug(post, former_slug);
    }
  }
  return seeded;
}

function toPostInput(
  { locale, cover_alt, seo_keywords, former_slug, ...texts }: SeedPost,
  article: Pick<SeedArticle, 'published_at'>,
): PostInput {
  return {
    ...texts,
    locale: localeSchema.parse(locale),
    featured_image_alt: cover_alt,
    seo_keywords,
    published_at: article.published_at,
  };
}

function requireId(ids: ReadonlyMap<string, string>, slug: string): string {
  const id = ids.get(slug);
  if (id === undefined) throw new Error(`seed has no category or tag ${slug}`);
  return id;
}
