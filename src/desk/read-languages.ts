import { inArray } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { DeskLanguage } from './contract.ts';
import { countForReview } from './count-for-review.ts';

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
      origin: post.origin,
      textDigest: post.textDigest,
      sourceDigest: post.sourceDigest,
      sourceLocale: post.sourceLocale,
    })
    .from(post)
    .where(inArray(post.articleId, [...articleIds]));
  const forReview = await countForReview(queries, articleIds);
  const languages = rows.map((row) => ({ ...row, locale: row.locale as Locale }));
  languages.sort((a, b) => locales.indexOf(a.locale) - locales.indexOf(b.locale));
  const byArticle = Map.groupBy(languages, (language) => language.articleId);
  return new Map(
    [...byArticle].map(([articleId, all]) => [
      articleId,
      all.map((row): DeskLanguage => {
        const { id, locale, slug, title, status } = row;
        const translation = translationOf(row, all);
        const review = forReview.get(id);
        const from = sourceOf(row, all)?.locale;
        return {
          ...{ id, locale, slug, title, status },
          ...(translation && { translation }),
          ...(review && { review }),
          ...(from && { from }),
        };
      }),
    ]),
  );
}

type TranslatedRow = Pick<typeof post.$inferSelect, 'origin' | 'sourceDigest'> & {
  locale: Locale;
  sourceLocale: string | null;
  textDigest: string | null;
};

/** Out of date is what was made from other words than the original has now; where neither is known nothing is said. */
function translationOf(row: TranslatedRow, all: readonly TranslatedRow[]): DeskLanguage['translation'] {
  if (row.origin === 'untranslated') return 'untranslated';
  const source = sourceOf(row, all);
  if (row.sourceDigest === null || !source || source.textDigest === null) return undefined;
  return source.textDigest === row.sourceDigest ? undefined : 'outdated';
}

function sourceOf(row: TranslatedRow, all: readonly TranslatedRow[]): TranslatedRow | undefined {
  return row.origin === 'human' ? undefined : all.find(({ locale }) => locale === row.sourceLocale);
}
