import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PostSummary } from '#blog/contract.ts';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { SiteFrame } from '../../layout/site-frame.tsx';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { postNotFound, redirectToSlug, requireKnownLocale } from '../../requests/not-found.ts';
import { countPostWords } from '../../seo/article-structured-data.ts';
import { PageHead } from '../../seo/page-head.tsx';
import { type TranslatedPage, toTranslatedPage } from '../../seo/page-urls.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { PostBody } from '../post-body.tsx';
import { prepareStaticPost } from '../render-post-content.ts';
import { useStaticPost } from '../static-post.ts';

export const handle: PageHandle = { bundle: 'blog', entry: 'post' };

export interface LoadedPost {
  post: PostSummary;
  translatedPage: TranslatedPage;
  /** Whether the page says that a machine translated the post. */
  hasMachineNote: boolean;
}

/** Throws 301 for an old slug and 404 with a `PostNotFound`. */
export async function loader(args: LoaderFunctionArgs): Promise<LoadedPost> {
  requireKnownLocale(args);
  const { request, params, context } = args;
  const { blog, machineNote } = context.get(servicesContext);
  const locale = isLocale(params.locale) ? params.locale : defaultLocale;
  const { slug = '' } = params;
  const lookup = await blog.findPost(locale, slug);
  if (lookup.kind === 'moved') throw redirectToSlug(request, 'post', lookup.slug);
  if (lookup.kind === 'missing') {
    const translations = await blog.findTranslationsBySlug(locale, slug);
    const sameLocale = translations.filter((translation) => translation.locale === locale);
    throw postNotFound(args, 'post', sameLocale.length > 0 ? sameLocale : translations);
  }
  const { id, article_id, text_locale } = lookup.post;
  const [translations, related, hasMachineNote] = await Promise.all([
    blog.listTranslations(article_id),
    blog.findRelatedPosts(lookup.post),
    machineNote.isShownOn(id),
  ]);
  const post = await prepareStaticPost(
    context,
    lookup.post,
    related,
    serverTranslator(text_locale ?? locale),
  );
  // An untranslated post shows another language's text, so it is not linked to the translations.
  const current = { locale, slug: post.slug, source_locale: locale };
  return {
    post,
    hasMachineNote,
    translatedPage: toTranslatedPage(text_locale === undefined ? translations : [current]),
  };
}

/** Rendered on the server only; `entries/post.ts` makes it work in the browser. */
export default function PostPage() {
  const { post, translatedPage, hasMachineNote } = useLoaderData<typeof loader>();
  return (
    <>
      <PostMetadata post={post} translatedPage={translatedPage} />
      <SiteFrame page={translatedPage}>
        <PostBody post={post} hasMachineNote={hasMachineNote} />
        <noscript>
          <img src={`/api/blog/posts/${post.id}/views.gif`} alt="" width="1" height="1" />
        </noscript>
      </SiteFrame>
    </>
  );
}

function PostMetadata({ post, translatedPage }: { post: PostSummary; translatedPage: TranslatedPage }) {
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
          ? {
              post,
              wordCount: countPostWords(post, staticPost?.content.html ?? ''),
              questions: staticPost?.content.questions ?? [],
            }
          : null
      }
    />
  );
}
