import { and, eq, inArray } from 'drizzle-orm';
import { post, slugHistory } from '#database/schema.ts';
import type { WritingDesk } from './save-post.ts';
import { lockWriters } from './write-post.ts';

/**
 * A former address of the post that has `slug` leads to it from now on. Where a post has that address, or another is
 * known to have had it, nothing happens.
 */
export async function rememberSlug(
  desk: Pick<WritingDesk, 'database'>,
  { locale, slug }: { locale: string; slug: string },
  former: string,
): Promise<void> {
  await desk.database.transaction(async (queries) => {
    await lockWriters(queries);
    const rows = await queries
      .select({ id: post.id, slug: post.slug })
      .from(post)
      .where(and(eq(post.locale, locale), inArray(post.slug, [slug, former])));
    const target = rows.find((row) => row.slug === slug);
    if (!target || rows.some((row) => row.slug === former)) return;
    await queries
      .insert(slugHistory)
      .values({ locale, slug: former, postId: target.id })
      .onConflictDoNothing();
  });
}
