import { inArray } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { DeskLanguage } from './contract.ts';

/** All languages of articles, by article, in the order of `locales`. */
export async function readLanguages(
  queries: Queries,
  articleIds: readonly string[],
): Promise<Map<string, DeskLanguage[]>> {
  if (articleIds.length === 0) return new Map();
  const rows = await queries
    .select({
      articleId: post.articleId,
      id: post.id,
      locale: post.locale,
      slug: post.slug,
      title: post.title,
      status: post.status,
    })
    .from(post)
    .where(inArray(post.articleId, [...articleIds]));
  const languages = rows.map((row) => ({ ...row, locale: row.locale as Locale }));
  languages.sort((a, b) => locales.indexOf(a.locale) - locales.indexOf(b.locale));
  const byArticle = Map.groupBy(languages, (language) => language.articleId);
  return new Map(
    [...byArticle].map(([articleId, all]) => [
      articleId,
      all.map(({ articleId: _, ...language }) => language),
    ]),
  );
}
