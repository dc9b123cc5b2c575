import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post, translationWritten, workingCopy } from '#database/schema.ts';
import { bareWords } from '#platform/bare-words.ts';
import { textsOf } from './digest-of.ts';

/** How many blocks of which posts still have the original's words, of those that the last run had to leave so. */
export async function countForReview(
  queries: Queries,
  articleIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queries
    .select({ post, copy: workingCopy.fields, review: translationWritten.review })
    .from(translationWritten)
    .innerJoin(post, eq(post.id, translationWritten.postId))
    .leftJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(
      and(
        inArray(post.articleId, [...articleIds]),
        sql`jsonb_array_length(${translationWritten.review}) > 0`,
      ),
    );
  const counts = rows.map(({ post: own, copy, review }): [string, number] => {
    const values = Object.values({ ...textsOf(own), ...copy }).flat();
    const words = bareWords(values.filter((value) => typeof value === 'string'));
    return [own.id, review.filter(({ text }) => words.includes(bareWords([text]).trim())).length];
  });
  return new Map(counts.filter(([, count]) => count > 0));
}
