import { eq } from 'drizzle-orm';
import { variedPosts } from '#assistant/fixtures/varied-posts.ts';
import type { Database } from '#database/connect.ts';
import { translationRun } from '#database/schema.ts';

/** Posts of every kind, each in a language of its own. */
export const variedTexts = variedPosts;

/** How many runs a post has ever had. */
export async function runsOf({ query }: Pick<Database, 'query'>, postId: string): Promise<number> {
  const rows = await query.select().from(translationRun).where(eq(translationRun.postId, postId));
  return rows.length;
}
