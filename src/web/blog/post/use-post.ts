import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Post, PostSummary } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { whenVisible } from '../../browser/page-visibility.ts';

/** Without `content` if the page already has the server-rendered text. */
export type CachedPost = PostSummary & Partial<Pick<Post, 'content'>>;

/** null if there is no such post. */
export function postQuery(locale: Locale, slug: string) {
  return queryOptions({
    queryKey: ['blog', 'post', locale, slug],
    queryFn: ({ signal }) => fetchPost(locale, slug, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function fetchPost(locale: Locale, slug: string, signal: AbortSignal): Promise<CachedPost | null> {
  const response = await fetch(`/api/blog/posts/${encodeURIComponent(slug)}?locale=${locale}`, { signal });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`status ${response.status} for the post`);
  return response.json();
}

/** The new count; null if the view was not counted. `keepalive` sends the request even if the page is closed. */
async function recordPageView(postId: string): Promise<number | null> {
  try {
    const response = await fetch(`/api/blog/posts/${postId}/views`, { method: 'POST', keepalive: true });
    // 204: the server does not count crawlers and prefetched pages.
    if (response.status === 204 || !response.ok) return null;
    const { view_count }: { view_count: number } = await response.json();
    return view_count;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

export function usePageView(locale: Locale, slug: string, postId: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (postId === undefined) return;
    return whenVisible(document, async () => {
      const count = await recordPageView(postId);
      if (count === null) return;
      queryClient.setQueryData(postQuery(locale, slug).queryKey, (post) =>
        post ? { ...post, view_count: count } : post,
      );
    });
  }, [queryClient, locale, slug, postId]);
}
