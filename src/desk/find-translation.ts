import { and, eq } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';

/** The id of an article's post in a language. */
export async function findTranslation(
  queries: Queries,
  articleId: string,
  locale: string,
): Promise<string | null> {
  const [row] = await queries
    .select({ id: post.id })
    .from(post)
    .where(and(eq(post.articleId, articleId), eq(post.locale, locale)));
  return row?.id ?? null;
}
