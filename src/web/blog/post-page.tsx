import { useMemo } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { requireKnownLocale } from '../pages/refuse-unknown-locale.ts';
import type { PageHandle } from '../root.tsx';
import { useTranslator } from '../translation.tsx';
import { ToastProvider } from '../ui/toast-provider.tsx';
import { type LoadedPost, loadPost } from './load-post.ts';
import { PostArticle } from './post-article.tsx';
import { postQuery } from './post-query.ts';
import { QueryProvider } from './query-client.tsx';

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
