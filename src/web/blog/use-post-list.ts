import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { searchDelayMs } from '../contract.ts';
import { useTranslator } from '../translation.tsx';
import { fetchPosts, postsKey } from './fetch-posts.ts';
import { filterPosts } from './filter-posts.ts';
import {
  firstPageQuery,
  type ListFilters,
  listPath,
  listQuery,
  noFilters,
  readFilters,
} from './list-filters.ts';

/**
 * The list as the visitor wants it. What is chosen shows at once, among the posts at hand; the address follows, a
 * search when its typing pauses, and with the address the posts of the server.
 */
export function usePostList(pageSize: number) {
  const { locale } = useTranslator();
  const navigate = useNavigate();
  const arrival = useNavigationType();
  const { search: query, key } = useLocation();
  /** What the address asks for. */
  const asked = useMemo(() => readFilters(new URLSearchParams(query)) ?? noFilters, [query]);
  const [wanted, setWanted] = useState(asked);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The query of the address, or of the one that is being navigated to. */
  const address = useRef(query);
  useEffect(() => {
    address.current = query;
  }, [query]);

  // The way back and forward leads through the addresses: what they ask for is wanted again.
  const seen = useRef(key);
  useEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    if (arrival !== 'POP') return;
    clearTimeout(pause.current);
    setWanted(asked);
  }, [key, arrival, asked]);
  useEffect(() => () => clearTimeout(pause.current), []);

  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: postsKey(locale, asked),
    queryFn: ({ signal }) => fetchPosts(locale, asked, pageSize, signal),
    placeholderData: keepPreviousData,
  });
  const isSettled = data !== undefined && !isPlaceholderData && listQuery(wanted) === listQuery(asked);

  const go = (next: ListFilters, isReplacing: boolean) => {
    clearTimeout(pause.current);
    setWanted(next);
    if (listQuery(next) === address.current) return;
    address.current = listQuery(next);
    void navigate(listPath(locale, next), { replace: isReplacing, preventScrollReset: true });
  };

  return {
    asked,
    wanted,
    /** The server's, or of the posts at hand those that match. */
    posts: isSettled ? data.posts : filterPosts(data?.posts ?? [], wanted),
    /** Of what the address asks for; null until that is known. */
    totalPosts: isSettled ? data.totalPosts : null,
    /** Of the list that is wanted; 0 until they are known. */
    pages: data?.narrowedBy === firstPageQuery(wanted) ? Math.ceil(data.totalPosts / pageSize) : 0,
    hasFailed: isError,
    tryAgain: useCallback(() => void refetch(), [refetch]),
    /** Each search is one step of the way back, however often it is mended. */
    search(text: string) {
      const next = { ...wanted, search: text, page: 1 };
      clearTimeout(pause.current);
      setWanted(next);
      pause.current = setTimeout(
        () => go(next, new URLSearchParams(address.current).has('search')),
        searchDelayMs,
      );
    },
    choose: (filters: Partial<ListFilters>) => go({ ...wanted, page: 1, ...filters }, false),
  };
}

export type PostListControls = ReturnType<typeof usePostList>;
