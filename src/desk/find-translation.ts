import { and, eq } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';

export async function findTranslationId(
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
