import { useMemo } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { refuseUnknownLocale } from '../pages/refuse-unknown-locale.ts';
import type { PageHandle } from '../root.tsx';
import { useTranslator } from '../translation.tsx';
import { ToastProvider } from '../ui/toast-provider.tsx';
import { type LoadedPost, loadPost } from './load-post.ts';
import { PostArticle } from './post-article.tsx';
import { postQuery } from './post-query.ts';
import { BlogQueries } from './query-client.tsx';

export const handle: PageHandle = { words: 'blog' };

export function loader(args: LoaderFunctionArgs): Promise<LoadedPost | null> {
  refuseUnknownLocale(args);
  return loadPost(args);
}

/** Who comes from another page of ours without a page load has no text from the server, and asks the API for it. */
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
      <BlogQueries key={slug} seeds={seeds}>
        <PostArticle slug={slug} place={loaded?.place ?? null} />
      </BlogQueries>
    </ToastProvider>
  );
}
