import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Locale } from '#i18n/locales.ts';
import { whenVisible } from '../ui/when-seen.ts';
import { recordPageView } from './count-reading.ts';
import { postQuery } from './post-query.ts';

/** Reports one view once the page is visible and shows the returned count. */
export function usePageView(locale: Locale, slug: string, postId: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (postId === undefined) return;
    return whenVisible(document, async () => {
      const result = await recordPageView(postId);
      if (result.outcome !== 'counted') return;
      queryClient.setQueryData(postQuery(locale, slug).queryKey, (post) =>
        post ? { ...post, view_count: result.count } : post,
      );
    });
  }, [queryClient, locale, slug, postId]);
}
