import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PostList } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { useTranslator } from '../../translator.tsx';
import { useListFilters } from '../../ui/use-list-filters.ts';
import { filterPosts, type PostListData } from './listed-post.ts';
import {
  firstPageQuery,
  type PostFilters,
  parseValidPostFilters,
  postFiltersQuery,
  postListPath,
} from './post-filters.ts';

export function postListQueryKey(locale: Locale, filters: PostFilters): QueryKey {
  return ['posts', locale, postFiltersQuery(filters)];
}

async function fetchPosts(
  locale: Locale,
  filters: PostFilters,
  pageSize: number,
  signal: AbortSignal,
): Promise<PostListData> {
  const parameters = new URLSearchParams({ locale, pageSize: String(pageSize), fields: 'summary' });
  for (const [name, value] of new URLSearchParams(postFiltersQuery(filters))) parameters.set(name, value);
  const response = await fetch(`/api/blog/posts?${parameters}`, { signal });
  if (!response.ok) throw new Error(`status ${response.status} for the list of posts`);
  const { posts, totalPosts }: PostList = await response.json();
  return { posts, totalPosts, filterQuery: firstPageQuery(filters) };
}

/** `pendingFilters` filter the loaded posts at once. The URL and the server's result follow. */
export function usePostList(pageSize: number) {
  const { locale } = useTranslator();
  const listFilters = useListFilters(parseValidPostFilters, (filters) => postListPath(locale, filters));
  const { appliedFilters, pendingFilters } = listFilters;
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: postListQueryKey(locale, appliedFilters),
    queryFn: ({ signal }) => fetchPosts(locale, appliedFilters, pageSize, signal),
    placeholderData: keepPreviousData,
  });
  const isSettled =
    data !== undefined &&
    !isPlaceholderData &&
    postFiltersQuery(pendingFilters) === postFiltersQuery(appliedFilters);

  return {
    ...listFilters,
    posts: isSettled ? data.posts : filterPosts(data?.posts ?? [], pendingFilters),
    /** null while loading. */
    totalPosts: isSettled ? data.totalPosts : null,
    /** 0 while loading. */
    pages: data?.filterQuery === firstPageQuery(pendingFilters) ? Math.ceil(data.totalPosts / pageSize) : 0,
    hasFailed: isError,
    retry: useCallback(() => void refetch(), [refetch]),
  };
}

export type PostListState = ReturnType<typeof usePostList>;
