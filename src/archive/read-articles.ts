import { asc, eq, inArray } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { article, articleTag, category, post, slugHistory, tag } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ContentArticle } from './content-schema.ts';

/** Includes drafts; null if the article doesn't exist or has no posts. */
export async function readContentArticle(queries: Queries, id: string): Promise<ContentArticle | null> {
  const [found] = await queries
    .select({ sourceLocale: article.sourceLocale, cover: article.coverFileId, category: category.slug })
    .from(article)
    .leftJoin(category, eq(category.id, article.categoryId))
    .where(eq(article.id, id));
  const posts = await queries.select().from(post).where(eq(post.articleId, id)).orderBy(asc(post.locale));
  if (!found || posts.length === 0) return null;
  const tags = await queries
    .select({ slug: tag.slug })
    .from(articleTag)
    .innerJoin(tag, eq(tag.id, articleTag.tagId))
    .where(eq(articleTag.articleId, id))
    .orderBy(asc(tag.slug));
  const former = await queries
    .select()
    .from(slugHistory)
    .where(
      inArray(
        slugHistory.postId,
        posts.map((row) => row.id),
      ),
    )
    .orderBy(asc(slugHistory.slug));
  return {
    id,
    source_locale: found.sourceLocale as Locale,
    category: found.category,
    tags: tags.map(({ slug }) => slug),
    cover: found.cover,
    posts: posts.map((row) => ({
      id: row.id,
      locale: row.locale as Locale,
      slug: row.slug,
      former_slugs: former.filter(({ postId }) => postId === row.id).map(({ slug }) => slug),
      status: row.status,
      title: row.title,
      excerpt: row.excerpt,
      content: row.content,
      featured_image_alt: row.coverAlt,
      seo_title: row.seoTitle,
      seo_description: row.seoDescription,
      seo_keywords: row.seoKeywords,
      published_at: row.publishedAt?.toISOString() ?? null,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      origin: row.origin,
      source_version: row.sourceVersion,
      source_digest: row.sourceDigest,
      source_locale: row.sourceLocale as Locale | null,
    })),
  };
}
