import { and, eq, gte, inArray } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post, viewDay } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { isUuid } from '#platform/uuid.ts';
import type { FigureRange, PostFigures } from '../contract.ts';
import { listUtcDays } from '../utc-days.ts';

/** Of all languages of the article; null if there is no such post. */
export async function readPostFigures(
  queries: Queries,
  id: string,
  { range, now }: { range: FigureRange; now: number },
): Promise<PostFigures | null> {
  if (!isUuid(id)) return null;
  const article = queries.select({ id: post.articleId }).from(post).where(eq(post.id, id));
  const posts = await queries
    .select({ id: post.id, locale: post.locale, title: post.title })
    .from(post)
    .where(inArray(post.articleId, article));
  const requested = posts.find((row) => row.id === id.toLowerCase());
  if (!requested) return null;
  const days = listUtcDays(range, now);
  const ids = posts.map((row) => row.id);
  const views = await queries
    .select()
    .from(viewDay)
    .where(and(inArray(viewDay.postId, ids), gte(viewDay.day, days[0] ?? '')));
  const counts = new Map(views.map((row) => [`${row.postId} ${row.day}`, row.views]));
  const order = (locale: string) => locales.indexOf(locale as Locale);
  return {
    id: requested.id,
    title: requested.title,
    locale: requested.locale as Locale,
    languages: posts
      .toSorted((a, b) => order(a.locale) - order(b.locale))
      .map((row) => ({
        id: row.id,
        locale: row.locale as Locale,
        days: days.map((day) => ({ day, views: counts.get(`${row.id} ${day}`) ?? 0 })),
      })),
  };
}
