import { queryOptions } from '@tanstack/react-query';
import type { Post, PostSummary } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';

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
