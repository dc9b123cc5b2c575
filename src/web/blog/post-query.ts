import { queryOptions } from '@tanstack/react-query';
import type { Post, PostSummary } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';

/** A post as its page holds it: the text is left out where the page has it already. */
export type ShownPost = PostSummary & Partial<Pick<Post, 'content'>>;

/** One post; null where there is none. It is not read again while the page is open, only its count is written. */
export function postQuery(locale: Locale, slug: string) {
  return queryOptions({
    queryKey: ['blog', 'post', locale, slug],
    queryFn: ({ signal }) => fetchPost(locale, slug, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Throws where the server cannot be reached, and where it does not know what to answer: both may pass. */
async function fetchPost(locale: Locale, slug: string, signal: AbortSignal): Promise<ShownPost | null> {
  const answer = await fetch(`/api/blog/posts/${encodeURIComponent(slug)}?locale=${locale}`, { signal });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`the post was answered with status ${answer.status}`);
  return answer.json();
}
