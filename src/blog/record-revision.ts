import { eq } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post } from '#database/schema.ts';
import { toPostFields } from './editing/editor-posts.ts';
import { hasRevision, recordRevision } from './editing/revisions.ts';
import { readPosts } from './read-posts.ts';

/** Call it before something other than the editor changes the post. */
export async function recordCurrentRevision(
  queries: Queries,
  postId: string,
  now: () => number,
): Promise<void> {
  const [row] = await queries.select({ version: post.version }).from(post).where(eq(post.id, postId));
  const [found] = await readPosts(queries, [postId]);
  if (!row || !found || (await hasRevision(queries, postId, row.version))) return;
  await recordRevision(queries, {
    postId,
    version: row.version,
    kind: 'saved',
    fields: toPostFields(found),
    actor: { id: null, name: '' },
    at: new Date(now()),
  });
}
