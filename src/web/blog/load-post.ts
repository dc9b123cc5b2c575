import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import type { BlogReader, PostSummary } from '#blog/contract.ts';
import { defaultLocale, isLocale, type Locale } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { TranslatedPage } from '../seo/page-addresses.ts';
import { servicesContext } from '../services.ts';
import type { MissingPost } from './missing-post.ts';
import { postPath } from './post-path.ts';
import { postPlace } from './post-place.ts';
import { stillPostContext } from './post-still.tsx';

export interface LoadedPost {
  post: PostSummary;
  /** Where its translations are. */
  place: TranslatedPage;
}

/**
 * What the page of a post shows; its text goes to the server's rendering alone. Throws 301 to where a post has moved,
 * and 404 with a `MissingPost`.
 */
export async function loadPost({ request, params, context }: LoaderFunctionArgs): Promise<LoadedPost> {
  const { blog, onMissingPath } = context.get(servicesContext);
  const locale = isLocale(params.locale) ? params.locale : defaultLocale;
  const { pathname, search } = new URL(request.url);
  const found = await blog.findPost(locale, params.slug ?? '');
  if (found.kind === 'moved') throw redirect(localizedPath(locale, postPath(found.slug)) + search, 301);
  if (found.kind === 'missing') {
    onMissingPath(pathname);
    const elsewhere = await findElsewhere(blog, locale, params.slug ?? '');
    throw data({ missing: 'post', elsewhere } satisfies MissingPost, { status: 404 });
  }
  const { content, ...post } = found.post;
  const [siblings, related] = await Promise.all([
    blog.siblingsOf(post.article_id),
    blog.relatedPosts(found.post),
  ]);
  context.set(stillPostContext, { content: blog.renderContent(content), related });
  // What is not translated yet stands alone: it is no translation of the others.
  const own = { locale, slug: post.slug, source_locale: locale };
  return { post, place: postPlace(post.text_locale === undefined ? siblings : [own]) };
}

/** The article that has this slug in another language: its post in the reader's own language, or all there are. */
async function findElsewhere(blog: BlogReader, own: Locale, slug: string): Promise<MissingPost['elsewhere']> {
  const siblings = await blog.findElsewhere(own, slug);
  const inOwn = siblings.filter(({ locale }) => locale === own);
  return (inOwn.length > 0 ? inOwn : siblings).map(({ locale, slug, title }) => ({ locale, slug, title }));
}
