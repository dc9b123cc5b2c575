import type { Locale } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { searchLengthLimit } from '../contract.ts';

/** What a list is asked for. Empty text is no filter. */
export interface ListFilters {
  search: string;
  /** Slugs. */
  category: string;
  tag: string;
  /** From 1. */
  page: number;
}

export const noFilters: ListFilters = { search: '', category: '', tag: '', page: 1 };

const names = ['search', 'category', 'tag'] as const;
/** One spelling for each number. */
const pageNumber = /^[1-9]\d{0,5}$/;

/** What the query of an address asks for; null where its page is no number. Parameters of others are left alone. */
export function readFilters(parameters: URLSearchParams): ListFilters | null {
  const page = parameters.get('page')?.trim() || '1';
  if (!pageNumber.test(page)) return null;
  const text = (name: string) => parameters.get(name)?.replaceAll('\0', '').trim() ?? '';
  return {
    search: text('search').slice(0, searchLengthLimit).trim(),
    category: text('category'),
    tag: text('tag'),
    page: Number(page),
  };
}

/** The query of the one address of a list, with its question mark; empty for the plain list. */
export function listQuery(filters: ListFilters): string {
  const parameters = new URLSearchParams();
  for (const name of names) if (filters[name].trim() !== '') parameters.set(name, filters[name].trim());
  if (filters.page > 1) parameters.set('page', String(filters.page));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** The same for all pages of one list. */
export function firstPageQuery(filters: ListFilters): string {
  return listQuery({ ...filters, page: 1 });
}

export function listPath(locale: Locale, filters: ListFilters): string {
  return localizedPath(locale, '/blog') + listQuery(filters);
}

/** Whether an address says the same in fewer words elsewhere: empty parameters, blanks at the ends, the first page by number. */
export function isWordy(parameters: URLSearchParams, filters: ListFilters): boolean {
  const shortest = new URLSearchParams(listQuery(filters));
  return [...names, 'page'].some(
    (name) => JSON.stringify(parameters.getAll(name)) !== JSON.stringify(shortest.getAll(name)),
  );
}

export function isFiltered({ search, category, tag }: ListFilters): boolean {
  return search.trim() !== '' || category !== '' || tag !== '';
}
