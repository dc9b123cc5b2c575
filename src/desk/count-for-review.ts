import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post, translationWritten, workingCopy } from '#database/schema.ts';
import { htmlToSearchText } from '#platform/bare-words.ts';
import { toTranslationFields } from './digest-of.ts';

/** By post id: how many blocks that the last run left untranslated still have the source's text. */
export async function countBlocksForReview(
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
  const counts = rows.map(({ post: postRow, copy, review }): [string, number] => {
    const values = Object.values({ ...toTranslationFields(postRow), ...copy }).flat();
    const searchText = htmlToSearchText(values.filter((value) => typeof value === 'string'));
    return [
      postRow.id,
      review.filter(({ text }) => searchText.includes(htmlToSearchText([text]).trim())).length,
    ];
  });
  return new Map(counts.filter(([, count]) => count > 0));
}
