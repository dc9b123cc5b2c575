import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent } from 'react';
import type { PostList } from '#blog/contract.ts';
import type { AdminPostQuery, AdminPostSummary } from '#blog/editing-contract.ts';
import { queryRetries } from '../../contract.ts';
import { useListFilters } from '../../ui/list/use-list-filters.ts';
import { type AdminApiError, adminApi } from '../admin-api.ts';
import { adminPostsPath, parseAdminPostFilters } from './admin-post-filters.ts';

export function adminPostsQueryKey(filters: AdminPostQuery): QueryKey {
  return ['admin-posts', filters.locale, adminPostsPath(filters)];
}

class AdminQueryError extends Error {
  readonly apiError: AdminApiError;
  constructor(apiError: AdminApiError) {
    super(apiError.code);
    this.apiError = apiError;
  }
}

type AdminPostPage = PostList<AdminPostSummary> & {
  /** The same for all pages of one list. */
  firstPagePath: string;
};

export function toAdminPostPage(query: AdminPostQuery, list: PostList<AdminPostSummary>): AdminPostPage {
  return { ...list, firstPagePath: adminPostsPath({ ...query, page: 1 }) };
}

async function fetchList(query: AdminPostQuery, signal: AbortSignal): Promise<AdminPostPage> {
  const result = await adminApi.listPosts(query, signal);
  if (!result.ok) throw new AdminQueryError(result.error);
  return toAdminPostPage(query, result.value);
}

export function useAdminPosts(initialFilters: AdminPostQuery, pageSize: number) {
  const queryClient = useQueryClient();
  const listFilters = useListFilters(initialFilters, parseAdminPostFilters, adminPostsPath);
  const { appliedFilters: filters } = listFilters;
  const { data, error, isPlaceholderData, refetch } = useQuery<AdminPostPage, AdminQueryError>({
    queryKey: adminPostsQueryKey(filters),
    queryFn: ({ signal }) => fetchList(filters, signal),
    // The server-rendered list is fresh. A list that is shown again may be stale.
    staleTime: 0,
    refetchOnMount: false,
    refetchOnWindowFocus: true,
    // Keeps showing the old posts, unless the language differs.
    placeholderData: (previous, from) =>
      from?.queryKey[1] === filters.locale ? keepPreviousData(previous) : undefined,
    retry: (failures, { apiError }) =>
      failures < queryRetries && (apiError.status === undefined || apiError.status >= 500),
  });

  // After the last post of the last page is deleted, opens the page before it.
  const lastPage = data === undefined || isPlaceholderData ? null : Math.ceil(data.totalPosts / pageSize);
  const isBeyondLastPage = lastPage !== null && lastPage >= 1 && filters.page > lastPage;
  const replacePage = useEffectEvent(listFilters.replacePage);
  useEffect(() => {
    if (isBeyondLastPage) replacePage(lastPage);
  }, [isBeyondLastPage, lastPage]);

  return {
    ...listFilters,
    posts: data?.posts ?? [],
    /** null while loading. */
    totalPosts: data === undefined || isPlaceholderData ? null : data.totalPosts,
    /** 0 while loading. */
    pages:
      data?.firstPagePath === adminPostsPath({ ...filters, page: 1 })
        ? Math.ceil(data.totalPosts / pageSize)
        : 0,
    error: error?.apiError ?? null,
    tryAgain: useCallback(() => void refetch(), [refetch]),
    /** Invalidates every cached list; the visible one is fetched at once. */
    refresh: useCallback(() => queryClient.invalidateQueries({ queryKey: ['admin-posts'] }), [queryClient]),
  };
}

export type AdminPosts = ReturnType<typeof useAdminPosts>;
