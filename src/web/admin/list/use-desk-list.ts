import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { PostList } from '#blog/contract.ts';
import type { DeskPost, DeskQuery } from '#desk/contract.ts';
import { dataRetries, searchDelayMs } from '../../contract.ts';
import { type DeskRefusal, deskClient } from '../desk-client.ts';
import { deskPath, readDeskFilters } from './desk-filters.ts';

export function deskKey({ locale, page, search, status }: DeskQuery): QueryKey {
  return ['desk', locale, status, search, page];
}

/** What the cache is told of a call that was not done. */
class RefusedError extends Error {
  readonly refusal: DeskRefusal;
  constructor(refusal: DeskRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

type Listed = PostList<DeskPost> & {
  /** The same for all pages of one list: its first page. */
  narrowedBy: string;
};

export function toListed(query: DeskQuery, list: PostList<DeskPost>): Listed {
  return { ...list, narrowedBy: deskPath({ ...query, page: 1 }) };
}

async function fetchList(query: DeskQuery, signal: AbortSignal): Promise<Listed> {
  const answer = await deskClient.listPosts(query, signal);
  if (!answer.ok) throw new RefusedError(answer.error);
  return toListed(query, answer.value);
}

/** The posts of the address. What is chosen becomes the address; a search when its typing pauses. */
export function useDeskList(pageSize: number) {
  const navigate = useNavigate();
  const arrival = useNavigationType();
  const queries = useQueryClient();
  const { search: query, key } = useLocation();
  /** What the address asks for. */
  const asked = useMemo(() => readDeskFilters(new URLSearchParams(query)), [query]);
  const [wanted, setWanted] = useState(asked);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

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

  const { data, error, isPlaceholderData, refetch } = useQuery<Listed, RefusedError>({
    queryKey: deskKey(asked),
    queryFn: ({ signal }) => fetchList(asked, signal),
    // What the page came with is new; what is shown again, or after another tab was in front, may not be.
    staleTime: 0,
    refetchOnMount: false,
    refetchOnWindowFocus: true,
    // Posts of another language are none of these.
    placeholderData: (previous, from) =>
      from?.queryKey[1] === asked.locale ? keepPreviousData(previous) : undefined,
    // Asked again, the server would refuse again.
    retry: (failures, { refusal }) =>
      failures < dataRetries && (refusal.status === undefined || refusal.status >= 500),
  });

  // The last post of the last page is gone.
  const last = data === undefined || isPlaceholderData ? null : Math.ceil(data.totalPosts / pageSize);
  const isBeyond = last !== null && last >= 1 && asked.page > last;
  useEffect(() => {
    if (isBeyond)
      void navigate(deskPath({ ...asked, page: last }), { replace: true, preventScrollReset: true });
  }, [isBeyond, last, asked, navigate]);

  const go = (next: DeskQuery, isReplacing: boolean) => {
    clearTimeout(pause.current);
    setWanted(next);
    if (deskPath(next) === deskPath(asked)) return;
    void navigate(deskPath(next), { replace: isReplacing, preventScrollReset: true });
  };

  return {
    asked,
    wanted,
    posts: data?.posts ?? [],
    /** Of what the address asks for; null until that is known. */
    totalPosts: data === undefined || isPlaceholderData ? null : data.totalPosts,
    /** Of this list; 0 until they are known. */
    pages: data?.narrowedBy === deskPath({ ...asked, page: 1 }) ? Math.ceil(data.totalPosts / pageSize) : 0,
    refusal: error?.refusal ?? null,
    tryAgain: useCallback(() => void refetch(), [refetch]),
    /** The posts have changed: every list is asked for anew when it is next shown, this one now. */
    refresh: useCallback(() => queries.invalidateQueries({ queryKey: ['desk'] }), [queries]),
    /** Each search is one step of the way back, however often it is mended. */
    search(text: string) {
      const next = { ...wanted, search: text, page: 1 };
      clearTimeout(pause.current);
      setWanted(next);
      pause.current = setTimeout(() => go(next, asked.search !== ''), searchDelayMs);
    },
    choose: (filters: Partial<DeskQuery>) => go({ ...wanted, page: 1, ...filters }, false),
  };
}

export type DeskListControls = ReturnType<typeof useDeskList>;
