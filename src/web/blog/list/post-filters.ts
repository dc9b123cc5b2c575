import type { Locale } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { type ListFilters, parseListParams } from '../../ui/list/list-params.ts';

/** An empty text means no filter. */
export interface PostFilters extends ListFilters {
  category: string;
  tag: string;
}

export const emptyPostFilters: PostFilters = { search: '', category: '', tag: '', page: 1 };

const names = ['search', 'category', 'tag'] as const;

export function parsePostFilters(parameters: URLSearchParams): PostFilters | null {
  const { readText, search, page } = parseListParams(parameters);
  return page === null ? null : { search, category: readText('category'), tag: readText('tag'), page };
}

/** For a URL that the server has already accepted. */
export function parseValidPostFilters(parameters: URLSearchParams): PostFilters {
  return parsePostFilters(parameters) ?? emptyPostFilters;
}

/** The canonical query with `?`, or an empty string. */
export function postFiltersQuery(filters: PostFilters): string {
  const parameters = new URLSearchParams();
  for (const name of names) if (filters[name].trim() !== '') parameters.set(name, filters[name].trim());
  if (filters.page > 1) parameters.set('page', String(filters.page));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

export function postListPath(locale: Locale, filters: PostFilters): string {
  return localizedPath(locale, '/blog') + postFiltersQuery(filters);
}

/** For example empty parameters, surrounding blanks or `page=1`. */
export function hasRedundantParams(parameters: URLSearchParams, filters: PostFilters): boolean {
  const shortest = new URLSearchParams(postFiltersQuery(filters));
  return [...names, 'page'].some(
    (name) => JSON.stringify(parameters.getAll(name)) !== JSON.stringify(shortest.getAll(name)),
  );
}

/** With a category or tag, a search without results may have some elsewhere. */
export function isSearchOnly({ search, category, tag }: PostFilters): boolean {
  return search.trim() !== '' && category === '' && tag === '';
}

export function hasPostFilters({ search, category, tag }: PostFilters): boolean {
  return search.trim() !== '' || category !== '' || tag !== '';
}
