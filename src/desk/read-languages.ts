import { eq, inArray } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post, workingCopy } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { DeskLanguage, PostFields } from './contract.ts';
import { countForReview } from './count-for-review.ts';
import type { DeskTools } from './desk-tools.ts';
import { digestOf, textsOf } from './digest-of.ts';

/** All languages of articles, by article, in the order of `locales`. */
export async function readLanguages(
  tools: Pick<DeskTools, 'textDigest'>,
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
      copy: workingCopy.postId,
      madeFrom: workingCopy.madeFrom,
    })
    .from(post)
    .leftJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(inArray(post.articleId, [...articleIds]));
  const forReview = await countForReview(queries, articleIds);
  const languages = rows.map(({ madeFrom, sourceDigest, ...row }) => ({
    ...{ ...row, locale: row.locale as Locale },
    // As its editor shows it, where the new translation waits for somebody to publish it.
    sourceDigest: madeFrom?.digest ?? sourceDigest,
  }));
  languages.sort((a, b) => locales.indexOf(a.locale) - locales.indexOf(b.locale));
  const byArticle = Map.groupBy(languages, (language) => language.articleId);
  const typed = await digestsOfTyped(tools, queries, [...byArticle.values()]);
  return new Map(
    [...byArticle].map(([articleId, all]) => [
      articleId,
      all.map((row): DeskLanguage => {
        const { id, locale, slug, title, status } = row;
        const translation = translationOf(row, all, typed);
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
  id: string;
  locale: Locale;
  sourceLocale: string | null;
  textDigest: string | null;
  /** Set where it has a working copy. */
  copy: string | null;
};

/**
 * Out of date is what was made from other words than the original has now, for its readers or in its editor; where
 * neither is known nothing is said.
 */
function translationOf(
  row: TranslatedRow,
  all: readonly TranslatedRow[],
  typed: ReadonlyMap<string, string>,
): DeskLanguage['translation'] {
  if (row.origin === 'untranslated') return 'untranslated';
  return isOfRow(row, all) || typed.get(sourceOf(row, all)?.id ?? '') === row.sourceDigest
    ? undefined
    : 'outdated';
}

/** Whether it was made from what readers of the original see, as far as that is known. */
function isOfRow(row: TranslatedRow, all: readonly TranslatedRow[]): boolean {
  const source = sourceOf(row, all);
  if (row.sourceDigest === null || !source || source.textDigest === null) return true;
  return source.textDigest === row.sourceDigest;
}

/** Of originals as they are typed, by their id; only where a translation may be made from that. */
async function digestsOfTyped(
  tools: Pick<DeskTools, 'textDigest'>,
  queries: Queries,
  articles: readonly (readonly TranslatedRow[])[],
): Promise<Map<string, string>> {
  const ids = articles.flatMap((all) =>
    all.flatMap((row) => {
      const source = isOfRow(row, all) ? undefined : sourceOf(row, all);
      return source?.copy ?? [];
    }),
  );
  if (ids.length === 0) return new Map();
  const rows = await queries
    .select({ post, copy: workingCopy.fields })
    .from(post)
    .innerJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(inArray(post.id, ids));
  return new Map(
    rows.map((row) => [
      row.post.id,
      digestOf(tools, { ...textsOf(row.post), ...(row.copy as Partial<PostFields>) }),
    ]),
  );
}

function sourceOf(row: TranslatedRow, all: readonly TranslatedRow[]): TranslatedRow | undefined {
  return row.origin === 'human' ? undefined : all.find(({ locale }) => locale === row.sourceLocale);
}
