import type { QueryKey } from '@tanstack/react-query';
import type { PostList } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { firstPageQuery, type ListFilters, listQuery } from './list-filters.ts';
import type { ListedPosts } from './listed-post.ts';

export function postsKey(locale: Locale, filters: ListFilters): QueryKey {
  return ['posts', locale, listQuery(filters)];
}

/** One page of the posts of a language. Rejects where no list came, which the cache takes for a reason to try again. */
export async function fetchPosts(
  locale: Locale,
  filters: ListFilters,
  pageSize: number,
  signal: AbortSignal,
): Promise<ListedPosts> {
  const parameters = new URLSearchParams({ locale, pageSize: String(pageSize), fields: 'summary' });
  for (const [name, value] of new URLSearchParams(listQuery(filters))) parameters.set(name, value);
  const answer = await fetch(`/api/blog/posts?${parameters}`, { signal });
  if (!answer.ok) throw new Error(`the list was answered with ${answer.status}`);
  const { posts, totalPosts }: PostList = await answer.json();
  return { posts, totalPosts, narrowedBy: firstPageQuery(filters) };
}
