import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { data, type LoaderFunctionArgs, redirect, useLoaderData, useParams } from 'react-router';
import type { BlogReader, PostSummary } from '#blog/contract.ts';
import { defaultLocale, isLocale, type Locale } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { SiteFooter } from '../../layout/site-footer.tsx';
import { SiteHeader } from '../../layout/site-header.tsx';
import { blogPostPath } from '../../paths.ts';
import type { PageHandle } from '../../root.tsx';
import { countArticleWords } from '../../seo/article-structured-data.ts';
import { PageHead } from '../../seo/page-head.tsx';
import { type TranslatedPage, toTranslatedPage } from '../../seo/page-urls.ts';
import { servicesContext } from '../../services.ts';
import { requireKnownLocale } from '../../site/require-known-locale.ts';
import { useTranslator } from '../../translator.tsx';
import { QueryProvider } from '../../ui/query-provider.tsx';
import { ToastProvider } from '../../ui/toast/toast-provider.tsx';
import { PostBody } from '../post-body.tsx';
import { type PostNotFound, PostNotFoundPage } from '../post-not-found.tsx';
import { staticPostContext, useStaticPost } from '../static-post.tsx';
import { type CachedPost, postQuery, usePageView } from './use-post.ts';

export const handle: PageHandle = { bundle: 'blog' };

export interface LoadedPost {
  post: PostSummary;
  translatedPage: TranslatedPage;
}

/** Throws 301 for an old slug and 404 with a `PostNotFound`. */
export async function loader(args: LoaderFunctionArgs): Promise<LoadedPost | null> {
  requireKnownLocale(args);
  const { request, params, context } = args;
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

/** After client-side navigation there is no server-rendered text; the page fetches the post from the API. */
export function clientLoader(): null {
  return null;
}

export default function PostPage() {
  const { locale } = useTranslator();
  const { slug = '' } = useParams();
  const loaded = useLoaderData<typeof loader>();
  const seeds = useMemo(
    () => (loaded ? [{ key: postQuery(locale, slug).queryKey, data: loaded.post }] : []),
    [loaded, locale, slug],
  );
  return (
    <ToastProvider>
      <QueryProvider key={slug} seeds={seeds}>
        <PostArticle slug={slug} translatedPage={loaded?.translatedPage ?? null} />
      </QueryProvider>
    </ToastProvider>
  );
}

function PostMetadata({ post, translatedPage }: { post: CachedPost; translatedPage: TranslatedPage }) {
  const t = useTranslator();
  const staticPost = useStaticPost();
  const trail = [
    { name: t('nav.home'), page: '/' },
    { name: t('nav.blog'), page: '/blog' },
    { name: post.title, page: translatedPage },
  ] as const;
  return (
    <PageHead
      page={translatedPage}
      title={post.seo_title || post.title}
      description={post.seo_description || post.excerpt}
      subPage={{ kind: 'WebPage', trail }}
      article={
        import.meta.env.SSR
          ? { post, wordCount: countArticleWords(post.locale, staticPost?.content.html ?? '') }
          : null
      }
    />
  );
}

const lines = ['w-full', 'w-11/12', 'w-10/12', 'w-4/5', 'w-2/3'];

function PostSkeleton() {
  const t = useTranslator();
  return (
    <div role="status" className="turn turn-end turn-first turn-last px-5 pt-6 pb-24 sm:px-12 sm:pt-10">
      <span className="sr-only">{t('blog.post.loading')}</span>
      <div
        aria-hidden="true"
        className="grid max-w-3xl gap-4 *:rounded-lg *:bg-sunken motion-safe:animate-pulse"
      >
        <div className="h-5 w-32" />
        <div className="mt-6 h-12 w-11/12" />
        <div className="h-6 w-3/4" />
        <div className="aspect-video w-full rounded-3xl" />
        {lines.map((width) => (
          <div key={width} className={`h-5 ${width}`} />
        ))}
      </div>
    </div>
  );
}

/** `translatedPage` is null after client-side navigation. */
function PostArticle({ slug, translatedPage }: { slug: string; translatedPage: TranslatedPage | null }) {
  const { locale } = useTranslator();
  const { data: post, isError } = useQuery(postQuery(locale, slug));
  usePageView(locale, slug, post?.id);
  if (isError || post === null) return <PostNotFoundPage translations={[]} />;
  return (
    <>
      {post && translatedPage && <PostMetadata post={post} translatedPage={translatedPage} />}
      <div className="mx-auto max-w-5xl px-4 sm:px-8">
        <SiteHeader page={translatedPage ?? '/blog'} counterStart={null} />
        <main id="main">{post ? <CountedPost post={post} /> : <PostSkeleton />}</main>
      </div>
      <SiteFooter page={translatedPage ?? '/blog'} />
    </>
  );
}

function CountedPost({ post }: { post: CachedPost }) {
  return (
    <>
      <PostBody post={post} />
      <noscript>
        <img src={`/api/blog/posts/${post.id}/views.gif`} alt="" width="1" height="1" />
      </noscript>
    </>
  );
}
