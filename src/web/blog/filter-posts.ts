import type { PostFilters } from './list-filters.ts';
import type { ListedPost } from './listed-post.ts';

/** Filters the loaded posts in the browser, until the server's result arrives. */
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
