import type { PostSummary } from '#blog/contract.ts';

export type ListedPost = ReturnType<typeof toListedPost>;

/** Omits the fields that no card shows, to keep the page small. */
export function toListedPost(post: PostSummary) {
  const { author, category, text_locale } = post;
  const textLocale: Pick<PostSummary, 'text_locale'> = text_locale ? { text_locale } : {};
  return {
    id: post.id,
    slug: post.slug,
    ...textLocale,
    title: post.title,
    excerpt: post.excerpt,
    featured_image_url: post.featured_image_url,
    featured_image_width: post.featured_image_width,
    featured_image_height: post.featured_image_height,
    featured_image_srcset: post.featured_image_srcset,
    featured_image_alt: post.featured_image_alt,
    published_at: post.published_at,
    created_at: post.created_at,
    read_time_minutes: post.read_time_minutes,
    view_count: post.view_count,
    author: author && { name: author.name, slug: author.slug },
    category: category && { name: category.name, slug: category.slug, color: category.color },
    tags: post.tags.map(({ name, slug }) => ({ name, slug })),
  };
}
