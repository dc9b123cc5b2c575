import { and, eq, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post, viewDay } from '#database/schema.ts';
import { isUuid } from '#platform/uuid.ts';

/** One statement increments the total and the count of the UTC day, so that concurrent views all count. */
export async function recordView(queries: Queries, postId: string, now: number): Promise<number | null> {
  if (!isUuid(postId)) return null;
  const raised = queries.$with('raised').as(
    queries
      .update(post)
      .set({ viewCount: sql`${post.viewCount} + 1` })
      .where(and(eq(post.id, postId), sql`${post.status} = 'published'`))
      .returning({ id: post.id, viewCount: post.viewCount }),
  );
  const day = new Date(now).toISOString().slice(0, 10);
  const counted = queries.$with('counted').as(
    queries
      .insert(viewDay)
      .select((query) =>
        query
          .select({
            postId: raised.id,
            day: sql<string>`${day}::date`.as('day'),
            views: sql<number>`1`.as('views'),
          })
          .from(raised),
      )
      .onConflictDoUpdate({
        target: [viewDay.postId, viewDay.day],
        set: { views: sql`${viewDay.views} + 1` },
      })
      .returning({ postId: viewDay.postId }),
  );
  const [row] = await queries.with(raised, counted).select({ viewCount: raised.viewCount }).from(raised);
  return row?.viewCount ?? null;
}
