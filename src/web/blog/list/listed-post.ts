import type { PostSummary } from '#blog/contract.ts';
import type { PostFilters } from './post-filters.ts';

export type ListedPost = ReturnType<typeof toListedPost>;

export interface PostListData {
  posts: ListedPost[];
  totalPosts: number;
  /** The query of the list's first page. */
  filterQuery: string;
}

/** Omits the fields that no card shows, to keep the page small. */
export function toListedPost(post: PostSummary) {
  const { category, text_locale } = post;
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
    category: category && { name: category.name, slug: category.slug, color: category.color },
    tags: post.tags.map(({ name, slug }) => ({ name, slug })),
  };
}

export function filterPosts(
  posts: readonly ListedPost[],
  { search, category, tag }: Pick<PostFilters, 'search' | 'category' | 'tag'>,
): readonly ListedPost[] {
  const normalizedSearch = search.trim().toLowerCase();
  return posts.filter(
    (post) =>
      (post.title.toLowerCase().includes(normalizedSearch) ||
        post.excerpt.toLowerCase().includes(normalizedSearch)) &&
      (category === '' || post.category?.slug === category) &&
      (tag === '' || post.tags.some(({ slug }) => slug === tag)),
  );
}
