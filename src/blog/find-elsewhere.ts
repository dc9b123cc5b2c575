import { and, eq, ne, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { PublishedTranslation } from './contract.ts';
import { normalizeUnicode } from './search-words.ts';
import { listTranslations } from './siblings.ts';

/** If several articles have this slug, the one whose language comes first in `locales` wins. */
export async function findTranslationsBySlug(
  queries: Queries,
  locale: Locale,
  slug: string,
): Promise<PublishedTranslation[]> {
  const rows = await queries
    .select({ articleId: post.articleId, locale: post.locale })
    .from(post)
    .where(
      and(
        // Listing all locales lets PostgreSQL use the index on locale and slug.
        sql`${post.locale} in ${locales}`,
        ne(post.locale, locale),
        eq(post.slug, normalizeUnicode(slug)),
        sql`${post.status} = 'published'`,
      ),
    );
  const [first] = locales.flatMap((candidate) => rows.filter((row) => row.locale === candidate));
  return first ? listTranslations(queries, first.articleId) : [];
}
