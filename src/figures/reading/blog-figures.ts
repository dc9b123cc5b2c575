import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post, searchTermDay, viewDay } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { BlogFigures, FigureRange } from '../contract.ts';
import { listUtcDays } from '../utc-days.ts';

const topPosts = 20;
const topTerms = 50;

export async function readBlogFigures(
  queries: Queries,
  range: FigureRange,
  now: number,
): Promise<BlogFigures> {
  const days = listUtcDays(range, now);
  const since = days[0] ?? '';
  const ofRange = and(eq(post.id, viewDay.postId), gte(viewDay.day, since));
  const sum = sql<number>`sum(${viewDay.views})::float8`;
  const views = await queries
    .select({ day: viewDay.day, locale: post.locale, views: sum })
    .from(viewDay)
    .innerJoin(post, ofRange)
    .groupBy(viewDay.day, post.locale);
  const posts = await queries
    .select({ id: post.id, locale: post.locale, title: post.title, slug: post.slug, views: sum })
    .from(viewDay)
    .innerJoin(post, ofRange)
    .groupBy(post.id)
    .orderBy(desc(sum), post.id)
    .limit(topPosts);
  const searches = sql<number>`sum(${searchTermDay.searches})::float8`;
  const terms = await queries
    .select({ locale: searchTermDay.locale, term: searchTermDay.term, searches })
    .from(searchTermDay)
    .where(gte(searchTermDay.day, since))
    .groupBy(searchTermDay.locale, searchTermDay.term)
    .orderBy(desc(searches), searchTermDay.term)
    .limit(topTerms);

  const sumOf = (matches: (row: (typeof views)[number]) => boolean) =>
    views.filter(matches).reduce((total, row) => total + row.views, 0);
  return {
    days: days.map((day) => ({ day, views: sumOf((row) => row.day === day) })),
    languages: locales
      .map((locale) => ({ locale, views: sumOf((row) => row.locale === locale) }))
      .sort((a, b) => b.views - a.views),
    posts: posts.map((row) => ({ ...row, locale: row.locale as Locale })),
    searches: dropBeginnings(terms.map((row) => ({ ...row, locale: row.locale as Locale }))),
  };
}

/** The list searches while a reader types, so a slow one also searches for the beginning of a term. */
export function dropBeginnings(terms: BlogFigures['searches']): BlogFigures['searches'] {
  return terms.filter(
    ({ locale, term, searches }) =>
      !terms.some(
        (other) =>
          other.locale === locale &&
          other.term !== term &&
          other.term.startsWith(term) &&
          other.searches >= searches,
      ),
  );
}
