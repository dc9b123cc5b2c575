import { useState } from 'react';
import { defaultLocale, type Locale } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { blogPostPath } from '../../../../paths.ts';
import { adminApi } from '../../../admin-api.ts';
import { useRequest } from '../../../use-request.ts';

export interface FoundPost {
  id: string;
  title: string;
  locale: Locale;
  path: string;
}

const resultsMax = 6;
const queryMin = 2;
const debounceMs = 250;

/** The published posts that match; null before there are results, and for a URL instead of words. */
export function usePostSearch(locale: Locale, value: string): FoundPost[] | null {
  const [found, setFound] = useState<{ query: string; posts: FoundPost[] } | null>(null);
  const query = toQuery(value);
  useRequest(
    async (signal) => {
      if (query === '') return null;
      await new Promise((resolve) => setTimeout(resolve, debounceMs));
      const posts = await searchPosts(locale, query, signal);
      return posts && { query, posts };
    },
    (result) => result && setFound(result),
    `${locale} ${query}`,
  );
  return query !== '' && found?.query === query ? found.posts : null;
}

function toQuery(value: string): string {
  const trimmed = value.trim();
  const isUrl = /^(?:[a-z][a-z0-9+.-]*:|[/#]|www\.)|^[^\s.]+\.\S{2,}$/i.test(trimmed);
  return isUrl || trimmed.length < queryMin ? '' : trimmed;
}

/** Posts in English follow if there are few in the language of the text. Null if the search failed. */
async function searchPosts(locale: Locale, search: string, signal: AbortSignal): Promise<FoundPost[] | null> {
  const posts: FoundPost[] = [];
  for (const language of new Set([locale, defaultLocale])) {
    if (posts.length >= resultsMax) break;
    const query = { locale: language, page: 1, search, status: 'published' as const };
    const result = await adminApi.listPosts(query, signal);
    if (!result.ok) return null;
    posts.push(
      ...result.value.posts.map(({ id, title, slug }) => ({
        id,
        title,
        locale: language,
        path: localizedPath(language, blogPostPath(slug)),
      })),
    );
  }
  return posts.slice(0, resultsMax);
}
