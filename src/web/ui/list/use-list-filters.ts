import { useEffect, useRef, useState } from 'react';
import { useWindowEvent } from '../../browser/use-window-event.ts';
import { searchDebounceMs } from '../../contract.ts';
import type { ListFilters } from './list-params.ts';

/** The URL holds the applied filters. `pendingFilters` includes a search that is still being typed. */
export function useListFilters<Filters extends ListFilters>(
  initialFilters: Filters,
  parse: (parameters: URLSearchParams) => Filters,
  toPath: (filters: Filters) => string,
) {
  const [appliedFilters, setAppliedFilters] = useState(initialFilters);
  const [pendingFilters, setPendingFilters] = useState(initialFilters);
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sectionRef = useRef<HTMLElement>(null);
  /** Of the last render or of an event since then. */
  const currentFilters = useRef(initialFilters);
  useEffect(() => () => clearTimeout(debounceTimer.current), []);

  /** False if they are applied already. */
  const show = (filters: Filters): boolean => {
    clearTimeout(debounceTimer.current);
    setPendingFilters(filters);
    if (toPath(filters) === toPath(currentFilters.current)) return false;
    currentFilters.current = filters;
    setAppliedFilters(filters);
    return true;
  };
  // Going back or forward resets the form to the filters of the URL.
  useWindowEvent('popstate', () => show(parse(new URLSearchParams(window.location.search))));

  const applyFilters = (next: Filters, isReplacing: boolean) => {
    if (show(next)) window.history[isReplacing ? 'replaceState' : 'pushState'](null, '', toPath(next));
  };
  const setFilters = (filters: Partial<Filters>) =>
    applyFilters({ ...pendingFilters, page: 1, ...filters }, false);

  return {
    appliedFilters,
    pendingFilters,
    setFilters,
    /** Without a step in the history. */
    replacePage: (page: number) => applyFilters({ ...appliedFilters, page }, true),
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
