import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PostList } from '#blog/contract.ts';
import type { AdminPostQuery, AdminPostSummary } from '#blog/editing-contract.ts';
import { adminListCacheMs, adminListRetries, adminListRetryMs } from '../../contract.ts';
import { useListFilters } from '../../ui/list/use-list-filters.ts';
import { type AdminApiError, type AdminApiResult, adminApi } from '../admin-api.ts';
import { useRequest } from '../use-request.ts';
import { adminPostsPath, parseAdminPostFilters } from './admin-post-filters.ts';

type AdminPostPage = PostList<AdminPostSummary>;

interface ReceivedPage extends AdminPostPage {
  filters: AdminPostQuery;
  receivedAt: number;
}

const firstPagePath = (filters: AdminPostQuery) => adminPostsPath({ ...filters, page: 1 });

/** The list of the filters in the URL. `initialPage` came with the HTML, so it isn't requested again. */
export function useAdminPosts(
  initialFilters: AdminPostQuery,
  initialPage: AdminPostPage,
  { pageSize }: { pageSize: number },
) {
  const listFilters = useListFilters(initialFilters, parseAdminPostFilters, adminPostsPath);
  const { appliedFilters: filters } = listFilters;
  const path = adminPostsPath(filters);
  /** By path. One that is shown again is requested again. */
  const [received, setReceived] = useState<ReadonlyMap<string, ReceivedPage>>(
    () => new Map([[path, { ...initialPage, filters, receivedAt: Date.now() }]]),
  );
  const [failure, setFailure] = useState<{ path: string; error: AdminApiError } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const refresh = () => setAttempt((attempts) => attempts + 1);

  const isFirst = useRef(true);
  useRequest(
    async (signal) => {
      const isReceived = isFirst.current;
      isFirst.current = false;
      return isReceived ? null : { filters, path, result: await requestPage(filters, signal) };
    },
    (answer) => {
      if (answer === null) return;
      const { result, ...request } = answer;
      setFailure(result.ok ? null : { path: request.path, error: result.error });
      if (result.ok) setReceived(addPage(received, { ...result.value, filters: request.filters }));
    },
    `${attempt} ${path}`,
  );
  const refreshIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refresh();
  });
  useEffect(() => {
    const handleVisibilityChange = () => refreshIfVisible();
    document.addEventListener('visibilitychange', handleVisibilityChange);
    return () => document.removeEventListener('visibilitychange', handleVisibilityChange);
  }, []);

  const current = received.get(path);
  const error = failure?.path === path ? failure.error : null;
  const [previous, setPrevious] = useState(current);
  if (current !== undefined && current !== previous) setPrevious(current);
  // The posts of before stay until the others arrive, unless their language differs.
  const shown =
    current ?? (error === null && previous?.filters.locale === filters.locale ? previous : undefined);

  // After the last post of the last page is deleted, opens the page before it.
  const lastPage = current === undefined ? null : Math.ceil(current.totalPosts / pageSize);
  const isBeyondLastPage = lastPage !== null && lastPage >= 1 && filters.page > lastPage;
  const replacePage = useEffectEvent(listFilters.replacePage);
  useEffect(() => {
    if (isBeyondLastPage) replacePage(lastPage);
  }, [isBeyondLastPage, lastPage]);

  return {
    ...listFilters,
    posts: shown?.posts ?? noPosts,
    /** null while loading. */
    totalPosts: current?.totalPosts ?? null,
    /** 0 while loading another list. */
    pages:
      shown && firstPagePath(shown.filters) === firstPagePath(filters)
        ? Math.ceil(shown.totalPosts / pageSize)
        : 0,
    error,
    tryAgain() {
      setFailure(null);
      refresh();
    },
    refresh,
  };
}

export type AdminPosts = ReturnType<typeof useAdminPosts>;

/** The same array each time, since effects depend on it. */
const noPosts: readonly AdminPostSummary[] = [];

/** A failure that may pass is tried again. */
async function requestPage(query: AdminPostQuery, signal: AbortSignal): AdminApiResult<AdminPostPage> {
  for (let failures = 0; ; failures += 1) {
    const result = await adminApi.listPosts(query, signal);
    const mayPass = !result.ok && (result.error.status === undefined || result.error.status >= 500);
    if (!mayPass || failures === adminListRetries) return result;
    const { first, longest } = adminListRetryMs;
    await new Promise((resolve) => setTimeout(resolve, Math.min(first * 2 ** failures, longest)));
  }
}

function addPage(
  received: ReadonlyMap<string, ReceivedPage>,
  page: Omit<ReceivedPage, 'receivedAt'>,
): ReadonlyMap<string, ReceivedPage> {
  const receivedAt = Date.now();
  const path = adminPostsPath(page.filters);
  const kept = [...received].filter(
    ([other, { receivedAt: at }]) => other !== path && receivedAt - at < adminListCacheMs,
  );
  return new Map([...kept, [path, { ...page, receivedAt }]]);
}
