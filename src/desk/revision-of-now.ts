import { eq } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import type { DeskTools } from './desk-tools.ts';
import { fieldsOf } from './read-document.ts';
import { hasRevision, noteRevision } from './revisions.ts';

/** Keeps what a post is now among its revisions, before something that is not the editor changes it. */
export async function keepRevisionOf(
  { readFullPosts, now }: Pick<DeskTools, 'readFullPosts' | 'now'>,
  queries: Queries,
  postId: string,
): Promise<void> {
  const [row] = await queries.select({ version: post.version }).from(post).where(eq(post.id, postId));
  const [found] = await readFullPosts(queries, [postId]);
  if (!row || !found || (await hasRevision(queries, postId, row.version))) return;
  await noteRevision(queries, {
    ...{ postId, version: row.version, kind: 'saved', fields: fieldsOf(found) },
    ...{ by: { id: null, name: '' }, at: new Date(now()) },
  });
}
