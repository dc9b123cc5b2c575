import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import type { BlogReader, PostSummary } from '#blog/contract.ts';
import { defaultLocale, isLocale, type Locale } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { blogPostPath } from '../../paths.ts';
import { type TranslatedPage, toTranslatedPage } from '../../seo/page-urls.ts';
import { servicesContext } from '../../services.ts';
import type { PostNotFound } from '../post-not-found.tsx';
import { staticPostContext } from '../static-post.tsx';

export interface LoadedPost {
  post: PostSummary;
  translatedPage: TranslatedPage;
}

/** Throws 301 for an old slug and 404 with a `PostNotFound`. */
export async function loadPost({ request, params, context }: LoaderFunctionArgs): Promise<LoadedPost> {
  const { blog, onMissingPath } = context.get(servicesContext);
  const locale = isLocale(params.locale) ? params.locale : defaultLocale;
  const { pathname, search } = new URL(request.url);
  const lookup = await blog.findPost(locale, params.slug ?? '');
  if (lookup.kind === 'moved') throw redirect(localizedPath(locale, blogPostPath(lookup.slug)) + search, 301);
  if (lookup.kind === 'missing') {
    onMissingPath(pathname);
    const translations = await findTranslations(blog, locale, params.slug ?? '');
    throw data({ missing: 'post', translations } satisfies PostNotFound, { status: 404 });
  }
  const { content, ...post } = lookup.post;
  const [translations, related] = await Promise.all([
    blog.listTranslations(post.article_id),
    blog.findRelatedPosts(lookup.post),
  ]);
  context.set(staticPostContext, { content: blog.renderContent(content), related });
  // An untranslated post shows another language's text, so it is not linked to the translations.
  const current = { locale, slug: post.slug, source_locale: locale };
  return {
    post,
    translatedPage: toTranslatedPage(post.text_locale === undefined ? translations : [current]),
  };
}

/** The translation in the requested language of the article with this slug, or all its translations. */
async function findTranslations(
  blog: BlogReader,
  currentLocale: Locale,
  slug: string,
): Promise<PostNotFound['translations']> {
  const translations = await blog.findTranslationsBySlug(currentLocale, slug);
  const sameLocale = translations.filter(({ locale }) => locale === currentLocale);
  return (sameLocale.length > 0 ? sameLocale : translations).map(({ locale, slug, title }) => ({
    locale,
    slug,
    title,
  }));
}
