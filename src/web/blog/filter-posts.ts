import type { ListFilters } from './list-filters.ts';
import type { ListedPost } from './listed-post.ts';

/**
 * The posts at hand that match: the search is part of title or excerpt in any case of letters, the category is the
 * one named, a tag of the post is the one named. What the page shows until the server has looked at all posts.
 */
export function filterPosts(
  posts: readonly ListedPost[],
  { search, category, tag }: Pick<ListFilters, 'search' | 'category' | 'tag'>,
): readonly ListedPost[] {
  const wanted = search.trim().toLowerCase();
  return posts.filter(
    (post) =>
      (post.title.toLowerCase().includes(wanted) || post.excerpt.toLowerCase().includes(wanted)) &&
      (category === '' || post.category?.slug === category) &&
      (tag === '' || post.tags.some(({ slug }) => slug === tag)),
  );
}
