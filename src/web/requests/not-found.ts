import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import type { PostKind, PublishedTranslation } from '#blog/contract.ts';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { toPath } from '../paths.ts';
import { servicesContext } from '../services.ts';

export interface PostNotFound {
  missing: PostKind;
  /** Translations of the article that has this slug in another language. */
  translations: Pick<PublishedTranslation, 'locale' | 'slug' | 'title'>[];
}

export function isPostNotFound(data: unknown): data is PostNotFound {
  return typeof data === 'object' && data !== null && 'missing' in data;
}

/** To be thrown. `body`: what the page shows instead of the general text. */
export function notFound(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  body: PostNotFound | null = null,
) {
  context.get(servicesContext).onMissingPath(new URL(request.url).pathname);
  return data(body, { status: 404 });
}

/** To be thrown, with links to the translations of an article that has the slug in another language. */
export function postNotFound(
  args: LoaderFunctionArgs,
  missing: PostKind,
  translations: PostNotFound['translations'],
) {
  const links = translations.map(({ locale, slug, title }) => ({ locale, slug, title }));
  return notFound(args, { missing, translations: links });
}

/** To be thrown for a former slug. */
export function redirectToSlug(request: Request, kind: PostKind, slug: string): Response {
  const { pathname, search } = new URL(request.url);
  const { locale } = splitLocale(pathname);
  return redirect(localizedPath(locale, toPath(kind, slug)) + search, 301);
}

/** Throws 404 for an unknown locale and for `/en`, because English has no prefix. */
export function requireKnownLocale(args: LoaderFunctionArgs): void {
  const { locale } = args.params;
  if (locale !== undefined && (!isLocale(locale) || locale === defaultLocale)) throw notFound(args);
}
