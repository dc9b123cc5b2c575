import type { AdminPostQuery, AdminPostSort, LanguageState, PostStatus } from '#blog/editing-contract.ts';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { parseListParams } from '../../ui/list/list-params.ts';
import { postStatusLabels, translationStatusLabels } from '../post-labels.ts';

export const languageStateLabels = {
  missing: 'admin.blog.state_missing',
  ...translationStatusLabels,
  ...postStatusLabels,
} as const satisfies Record<LanguageState, MessageKey>;

/** The sort orders of a column: the first click, and the second. */
export const sortsByColumn = {
  date: ['newest', 'oldest'],
  title: ['title', 'title_desc'],
  status: ['status', 'status_desc'],
  views: ['views', 'views_asc'],
} as const satisfies Record<string, readonly [AdminPostSort, AdminPostSort]>;

export type SortColumn = keyof typeof sortsByColumn;

export const columnLabels = {
  date: 'admin.blog.column.date',
  title: 'admin.editor.title',
  status: 'admin.blog.status',
  views: 'admin.blog.column.views',
} as const satisfies Record<SortColumn, MessageKey>;

const descendingSorts: readonly AdminPostSort[] = ['newest', 'title_desc', 'status_desc', 'views'];

export function isDescending(sort: AdminPostSort): boolean {
  return descendingSorts.includes(sort);
}

/** For example `Title ↑`. */
export function sortLabel(t: Translator, column: SortColumn, sort: AdminPostSort): string {
  return `${t(columnLabels[column])} ${isDescending(sort) ? '↓' : '↑'}`;
}

const sorts: readonly string[] = Object.values(sortsByColumn).flat();

/** Invalid parameters fall back to the defaults. */
export function parseAdminPostFilters(parameters: URLSearchParams): AdminPostQuery {
  const { readText, search, page } = parseListParams(parameters);
  const [locale, status, state] = [readText('locale'), readText('status'), readText('state')];
  const [language, sort] = [readText('language'), readText('sort')];
  return {
    locale: isLocale(locale) ? locale : defaultLocale,
    page: page ?? 1,
    search,
    status: isKeyOf(postStatusLabels, status) ? status : '',
    state: isKeyOf(languageStateLabels, state) ? state : '',
    language: isLocale(language) ? language : '',
    category: readText('category').slice(0, 200),
    tag: readText('tag').slice(0, 200),
    author: readText('author').slice(0, 100),
    sort: isSort(sort) ? sort : 'newest',
  };
}

function isKeyOf<Key extends PostStatus | LanguageState>(
  labels: Record<Key, MessageKey>,
  text: string,
): text is Key {
  return Object.hasOwn(labels, text);
}

function isSort(text: string): text is AdminPostSort {
  return sorts.includes(text);
}

const unfiltered = parseAdminPostFilters(new URLSearchParams());
const parameterNames = Object.keys(unfiltered) as (keyof AdminPostQuery)[];

export function adminPostsPath(filters: AdminPostQuery): string {
  const parameters = new URLSearchParams();
  // The page comes last.
  for (const name of [...parameterNames.filter((other) => other !== 'page'), 'page'] as const) {
    const value = String(filters[name]).trim();
    if (value !== String(unfiltered[name])) parameters.set(name, value);
  }
  return parameters.size === 0 ? '/admin/blog' : `/admin/blog?${parameters}`;
}

/** The filters in addition to search and status. */
const moreFilters = ['state', 'language', 'category', 'tag', 'author'] as const;

export function countMoreFilters(filters: AdminPostQuery): number {
  return moreFilters.filter((name) => filters[name] !== '').length;
}

export function hasAdminPostFilters(filters: AdminPostQuery): boolean {
  return filters.search.trim() !== '' || filters.status !== '' || countMoreFilters(filters) > 0;
}

/** The language and the sort order stay. */
export const noAdminPostFilters = {
  search: '',
  status: '',
  state: '',
  language: '',
  category: '',
  tag: '',
  author: '',
} as const satisfies Partial<AdminPostQuery>;
