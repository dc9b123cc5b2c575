import { and, eq, inArray } from 'drizzle-orm';
import { post, slugHistory } from '#database/schema.ts';
import type { BlogWriterDeps } from './save-post.ts';
import { lockBlogWrites } from './write-post.ts';

/** Redirects `former` to the post that has `slug`. Does nothing if another post has or had `former`. */
export async function addFormerSlug(
  deps: Pick<BlogWriterDeps, 'database'>,
  { locale, slug }: { locale: string; slug: string },
  former: string,
): Promise<void> {
  await deps.database.transaction(async (queries) => {
    await lockBlogWrites(queries);
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
