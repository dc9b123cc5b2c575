import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { PostList } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { searchDebounceMs } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { filterPosts, type PostListData } from './listed-post.ts';
import {
  emptyPostFilters,
  firstPageQuery,
  type PostFilters,
  parsePostFilters,
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
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const { search: query, key } = useLocation();
  const appliedFilters = useMemo(
    () => parsePostFilters(new URLSearchParams(query)) ?? emptyPostFilters,
    [query],
  );
  const [pendingFilters, setPendingFilters] = useState(appliedFilters);
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Also updated before a navigation is complete. */
  const currentQuery = useRef(query);
  useEffect(() => {
    currentQuery.current = query;
  }, [query]);

  // Going back or forward resets the form to the filters of the URL.
  const lastKey = useRef(key);
  useEffect(() => {
    if (lastKey.current === key) return;
    lastKey.current = key;
    if (navigationType !== 'POP') return;
    clearTimeout(debounceTimer.current);
    setPendingFilters(appliedFilters);
  }, [key, navigationType, appliedFilters]);
  useEffect(() => () => clearTimeout(debounceTimer.current), []);

  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: postListQueryKey(locale, appliedFilters),
    queryFn: ({ signal }) => fetchPosts(locale, appliedFilters, pageSize, signal),
    placeholderData: keepPreviousData,
  });
  const isSettled =
    data !== undefined &&
    !isPlaceholderData &&
    postFiltersQuery(pendingFilters) === postFiltersQuery(appliedFilters);

  const applyFilters = (next: PostFilters, isReplacing: boolean) => {
    clearTimeout(debounceTimer.current);
    setPendingFilters(next);
    if (postFiltersQuery(next) === currentQuery.current) return;
    currentQuery.current = postFiltersQuery(next);
    void navigate(postListPath(locale, next), { replace: isReplacing, preventScrollReset: true });
  };

  return {
    appliedFilters,
    pendingFilters,
    posts: isSettled ? data.posts : filterPosts(data?.posts ?? [], pendingFilters),
    /** null while loading. */
    totalPosts: isSettled ? data.totalPosts : null,
    /** 0 while loading. */
    pages: data?.filterQuery === firstPageQuery(pendingFilters) ? Math.ceil(data.totalPosts / pageSize) : 0,
    hasFailed: isError,
    retry: useCallback(() => void refetch(), [refetch]),
    /** Replaces the history entry of a previous search, so one search is one step back. */
    search(text: string) {
      const next = { ...pendingFilters, search: text, page: 1 };
      clearTimeout(debounceTimer.current);
      setPendingFilters(next);
      debounceTimer.current = setTimeout(
        () => applyFilters(next, new URLSearchParams(currentQuery.current).has('search')),
        searchDebounceMs,
      );
    },
    setFilters: (filters: Partial<PostFilters>) =>
      applyFilters({ ...pendingFilters, page: 1, ...filters }, false),
  };
}

export type PostListState = ReturnType<typeof usePostList>;
