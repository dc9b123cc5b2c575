import type { article, category, mediaFile, post, tag } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Post, PostSummary } from './contract.ts';
import { sortByName, toCategory, toTag } from './localized-names.ts';
import { toStoredImage } from './picture-address.ts';

type Row<T extends { $inferSelect: unknown }> = T['$inferSelect'];
export type TagRow = Row<typeof tag>;

export interface JoinedPostRow {
  post: Omit<Row<typeof post>, 'content' | 'searchText' | 'search'>;
  article: Pick<Row<typeof article>, 'categoryId' | 'authorId'>;
  category: Row<typeof category> | null;
  cover: Row<typeof mediaFile> | null;
}

/** Category and tag names are in the post's language. */
export function toPostSummary(row: JoinedPostRow, tags: readonly TagRow[]): PostSummary {
  const { post } = row;
  const locale = post.locale as Locale;
  const cover = row.cover && toStoredImage(row.cover);
  return {
    id: post.id,
    article_id: post.articleId,
    slug: post.slug,
    locale,
    ...(post.origin === 'untranslated' && post.sourceLocale && { text_locale: post.sourceLocale as Locale }),
    status: post.status,
    title: post.title,
    excerpt: post.excerpt,
    featured_image_url: cover?.src ?? null,
    featured_image_width: cover?.width ?? null,
    featured_image_height: cover?.height ?? null,
    featured_image_srcset: cover?.srcset ?? null,
    featured_image_alt: post.coverAlt,
    seo_title: post.seoTitle,
    seo_description: post.seoDescription,
    seo_keywords: post.seoKeywords,
    published_at: post.publishedAt?.toISOString() ?? null,
    created_at: post.createdAt.toISOString(),
    updated_at: post.updatedAt.toISOString(),
    read_time_minutes: post.readTimeMinutes,
    view_count: post.viewCount,
    author_id: row.article.authorId,
    category_id: row.article.categoryId,
    category: row.category && toCategory(row.category, locale),
    tags: sortByName(
      locale,
      tags.map((tag) => toTag(tag, locale)),
    ),
  };
}

export function toPost(row: JoinedPostRow & { content: string }, tags: readonly TagRow[]): Post {
  return { ...toPostSummary(row, tags), content: row.content };
}
