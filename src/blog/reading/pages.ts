import { eq, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post, slugHistory } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { PageLookup, PublishedTranslation } from '../contract.ts';
import { readPosts } from '../read-posts.ts';
import { normalizeUnicode } from '../search.ts';
import type { CountCache } from './count-cache.ts';
import { groupPublished } from './translations.ts';

export interface PageIndex {
  groups: PublishedTranslation[][];
  formerSlugs: { locale: string; slug: string; postId: string }[];
}

/** A site has few pages, and every footer links them. */
export function readPageIndex(queries: Queries, cache: CountCache, locale: Locale): Promise<PageIndex> {
  return cache.getOrCount(locale, ['pages'], async () => {
    const isPage = sql`${post.kind} = 'page'`;
    const groups = await groupPublished(queries, isPage);
    const formerSlugs = await queries
      .select({ locale: slugHistory.locale, slug: slugHistory.slug, postId: slugHistory.postId })
      .from(slugHistory)
      .innerJoin(post, eq(post.id, slugHistory.postId))
      .where(isPage);
    return { groups: [...groups.values()], formerSlugs };
  });
}

export async function findPage(
  queries: Queries,
  { groups, formerSlugs }: PageIndex,
  locale: Locale,
  slug: string,
): Promise<PageLookup> {
  const normalizedSlug = normalizeUnicode(slug);
  const hasSlug = (page: { slug: string }) => page.slug === normalizedSlug;
  for (const translations of groups) {
    const found = translations.find((page) => page.locale === locale && hasSlug(page));
    const [post] = found ? await readPosts(queries, [found.id]) : [];
    if (post) return { kind: 'page', post, translations };
  }
  const former = formerSlugs.find((entry) => entry.locale === locale && hasSlug(entry));
  const moved = groups.flat().find(({ id }) => id === former?.postId);
  if (moved) return { kind: 'moved', slug: moved.slug };
  const translations = groups.find((group) => group.some(hasSlug)) ?? [];
  const inLocale = translations.filter((page) => page.locale === locale);
  return { kind: 'missing', translations: inLocale.length > 0 ? inLocale : translations };
}
