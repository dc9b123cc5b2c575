import type { AdminPostQuery, PostStatus } from '#blog/editing-contract.ts';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import { searchLengthLimit } from '../../contract.ts';
import { postStatusLabels } from '../post-labels.ts';

// Only the canonical spelling of a number, so each page has one URL.
const pageNumberPattern = /^[1-9]\d{0,5}$/;

/** Invalid parameters fall back to the defaults. */
export function parseAdminPostFilters(parameters: URLSearchParams): AdminPostQuery {
  const readText = (name: string) => parameters.get(name)?.replaceAll('\0', '').trim() ?? '';
  const [locale, page, status] = [readText('locale'), readText('page'), readText('status')];
  return {
    locale: isLocale(locale) ? locale : defaultLocale,
    page: pageNumberPattern.test(page) ? Number(page) : 1,
    search: readText('search').slice(0, searchLengthLimit).trim(),
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
