import type { DeskQuery, PostStatus } from '#desk/contract.ts';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import { searchLengthLimit } from '../../contract.ts';
import { postStatusNames } from '../post-status.ts';

/** One spelling for each number. */
const pageNumber = /^[1-9]\d{0,5}$/;

/** What the query of an address asks for. What is no such thing counts as not said. */
export function readDeskFilters(parameters: URLSearchParams): DeskQuery {
  const text = (name: string) => parameters.get(name)?.replaceAll('\0', '').trim() ?? '';
  const [locale, page, status] = [text('locale'), text('page'), text('status')];
  return {
    locale: isLocale(locale) ? locale : defaultLocale,
    page: pageNumber.test(page) ? Number(page) : 1,
    search: text('search').slice(0, searchLengthLimit).trim(),
    status: isStatus(status) ? status : '',
  };
}

function isStatus(text: string): text is PostStatus {
  return Object.hasOwn(postStatusNames, text);
}

/** The one address of a list. */
export function deskPath({ locale, page, search, status }: DeskQuery): string {
  const parameters = new URLSearchParams();
  if (locale !== defaultLocale) parameters.set('locale', locale);
  if (search.trim() !== '') parameters.set('search', search.trim());
  if (status !== '') parameters.set('status', status);
  if (page > 1) parameters.set('page', String(page));
  return parameters.size === 0 ? '/admin/blog' : `/admin/blog?${parameters}`;
}

export function isNarrowed({ search, status }: DeskQuery): boolean {
  return search.trim() !== '' || status !== '';
}
