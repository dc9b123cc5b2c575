import { slugHistory } from '#database/schema.ts';
import type { WritingDesk } from './save-post.ts';

/** An address that a post had elsewhere or before leads to it from now on, unless another post has it. */
export async function rememberSlug(
  desk: Pick<WritingDesk, 'database'>,
  { id, locale }: { id: string; locale: string },
  slug: string,
): Promise<void> {
  await desk.database.query.insert(slugHistory).values({ locale, slug, postId: id }).onConflictDoNothing();
}
