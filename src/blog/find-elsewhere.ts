import { and, eq, ne, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { Sibling } from './contract.ts';
import { storable } from './search-words.ts';
import { siblingsOf } from './siblings.ts';

/** Of several articles with this slug, the one whose language comes first in `locales`. */
export async function findElsewhere(queries: Queries, locale: Locale, slug: string): Promise<Sibling[]> {
  const rows = await queries
    .select({ articleId: post.articleId, locale: post.locale })
    .from(post)
    .where(
      and(
        // Named, so that the index of languages and slugs answers.
        sql`${post.locale} in ${locales}`,
        ne(post.locale, locale),
        eq(post.slug, storable(slug)),
        sql`${post.status} = 'published'`,
      ),
    );
  const [first] = locales.flatMap((each) => rows.filter((row) => row.locale === each));
  return first ? siblingsOf(queries, first.articleId) : [];
}
