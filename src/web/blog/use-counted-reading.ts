import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Locale } from '#i18n/locales.ts';
import { whenSeen } from '../ui/when-seen.ts';
import { countReading } from './count-reading.ts';
import { postQuery } from './post-query.ts';

/** Counts one reading once the page is seen, and shows the count that comes back. Without an answer it stays as it is. */
export function useCountedReading(locale: Locale, slug: string, postId: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (postId === undefined) return;
    return whenSeen(document, async () => {
      const counted = await countReading(postId);
      if (counted.outcome !== 'counted') return;
      queries.setQueryData(postQuery(locale, slug).queryKey, (post) =>
        post ? { ...post, view_count: counted.count } : post,
      );
    });
  }, [queries, locale, slug, postId]);
}
