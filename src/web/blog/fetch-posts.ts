import type { QueryKey } from '@tanstack/react-query';
import type { PostList } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { firstPageQuery, type PostFilters, postFiltersQuery } from './list-filters.ts';
import type { PostListData } from './listed-post.ts';

export function postListQueryKey(locale: Locale, filters: PostFilters): QueryKey {
  return ['posts', locale, postFiltersQuery(filters)];
}

/** Throws on an error response, so that React Query retries. */
export async function fetchPosts(
  locale: Locale,
  filters: PostFilters,
  pageSize: number,
  signal: AbortSignal,
): Promise<PostListData> {
  const parameters = new URLSearchParams({ locale, pageSize: String(pageSize), fields: 'summary' });
  for (const [name, value] of new URLSearchParams(postFiltersQuery(filters))) parameters.set(name, value);
  const response = await fetch(`/api/blog/posts?${parameters}`, { signal });
  if (!response.ok) throw new Error(`the list was answered with ${response.status}`);
  const { posts, totalPosts }: PostList = await response.json();
  return { posts, totalPosts, filterQuery: firstPageQuery(filters) };
}
