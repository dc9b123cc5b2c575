import { eq } from 'drizzle-orm';
import { variedPosts } from '#assistant/fixtures/varied-posts.ts';
import type { Database } from '#database/connect.ts';
import { translationRun } from '#database/schema.ts';

/** Texts of every kind, HTML. */
export function variedTexts(count: number): string[] {
  return variedPosts()
    .slice(0, count)
    .map(({ html }) => html);
}

/** How many runs a post has ever had. */
export async function runsOf({ query }: Pick<Database, 'query'>, postId: string): Promise<number> {
  const rows = await query.select().from(translationRun).where(eq(translationRun.postId, postId));
  return rows.length;
}
