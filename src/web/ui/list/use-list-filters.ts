import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { searchDebounceMs } from '../../contract.ts';
import type { ListFilters } from './list-params.ts';

/** The URL holds the applied filters. `pendingFilters` includes a search that is still being typed. */
export function useListFilters<Filters extends ListFilters>(
  parse: (parameters: URLSearchParams) => Filters,
  toPath: (filters: Filters) => string,
) {
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const { search: query, key } = useLocation();
  const appliedFilters = useMemo(() => parse(new URLSearchParams(query)), [parse, query]);
  const [pendingFilters, setPendingFilters] = useState(appliedFilters);
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sectionRef = useRef<HTMLElement>(null);
  /** Also updated before a navigation is complete. */
  const currentFilters = useRef(appliedFilters);
  useEffect(() => {
    currentFilters.current = appliedFilters;
  }, [appliedFilters]);

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

  const applyFilters = (next: Filters, isReplacing: boolean) => {
    clearTimeout(debounceTimer.current);
    setPendingFilters(next);
    if (toPath(next) === toPath(currentFilters.current)) return;
    currentFilters.current = next;
    void navigate(toPath(next), { replace: isReplacing, preventScrollReset: true });
  };
  const setFilters = (filters: Partial<Filters>) =>
    applyFilters({ ...pendingFilters, page: 1, ...filters }, false);

  return {
    appliedFilters,
    pendingFilters,
    setFilters,
    /** Replaces the history entry of a previous search, so one search is one step back. */
    search(text: string) {
      const next = { ...pendingFilters, search: text, page: 1 };
      clearTimeout(debounceTimer.current);
      setPendingFilters(next);
      debounceTimer.current = setTimeout(
        () => applyFilters(next, currentFilters.current.search.trim() !== ''),
        searchDebounceMs,
      );
    },
    /** The section with the results, which receives the focus after a page change. */
    sectionRef,
    openPage(page: number) {
      setFilters({ page } as Partial<Filters>);
      sectionRef.current?.focus({ preventScroll: true });
      sectionRef.current?.scrollIntoView({ block: 'start' });
    },
  };
}
