import { useMemo } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import type { PageHandle } from '../../root.tsx';
import { requireKnownLocale } from '../../site/require-known-locale.ts';
import { useTranslator } from '../../translator.tsx';
import { QueryProvider } from '../../ui/query-provider.tsx';
import { ToastProvider } from '../../ui/toast/toast-provider.tsx';
import { type LoadedPost, loadPost } from './load-post.ts';
import { PostArticle } from './post-article.tsx';
import { postQuery } from './post-query.ts';

export const handle: PageHandle = { bundle: 'blog' };

export function loader(args: LoaderFunctionArgs): Promise<LoadedPost | null> {
  requireKnownLocale(args);
  return loadPost(args);
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
