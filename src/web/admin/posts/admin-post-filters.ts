import type { AdminPostQuery, PostStatus } from '#blog/editing-contract.ts';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import { parseListParams } from '../../ui/use-list-filters.ts';
import { postStatusLabels } from '../post-labels.ts';

/** Invalid parameters fall back to the defaults. */
export function parseAdminPostFilters(parameters: URLSearchParams): AdminPostQuery {
  const { readText, search, page } = parseListParams(parameters);
  const [locale, status] = [readText('locale'), readText('status')];
  return {
    locale: isLocale(locale) ? locale : defaultLocale,
    page: page ?? 1,
    search,
    status: isStatus(status) ? status : '',
  };
}

function isStatus(text: string): text is PostStatus {
  return Object.hasOwn(postStatusLabels, text);
}

export function adminPostsPath({ locale, page, search, status }: AdminPostQuery): string {
  const parameters = new URLSearchParams();
  if (locale !== defaultLocale) parameters.set('locale', locale);
  if (search.trim() !== '') parameters.set('search', search.trim());
  if (status !== '') parameters.set('status', status);
  if (page > 1) parameters.set('page', String(page));
  return parameters.size === 0 ? '/admin/blog' : `/admin/blog?${parameters}`;
}

export function hasAdminPostFilters({ search, status }: AdminPostQuery): boolean {
  return search.trim() !== '' || status !== '';
}
