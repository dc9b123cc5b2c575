import { fail, ok, type Result } from '#platform/result.ts';
import type { PostInput } from './contract.ts';
import { type PreparedPost, preparePost, type SaveError } from './prepare-post.ts';
import { type SavedPost, savedPost, type WritingDesk } from './save-post.ts';
import { writeTogether } from './write-together.ts';

/**
 * Publishes several languages of one article, all or none: each as `savePost` does it, with the status `published`.
 * A new post that names no article joins the one of the first.
 */
export async function publishMany(
  desk: WritingDesk,
  inputs: readonly PostInput[],
): Promise<Result<SavedPost[], SaveError>> {
  const prepared: PreparedPost[] = [];
  for (const [index, input] of inputs.entries()) {
    const each = await preparePost(desk, { ...input, status: 'published' });
    if (!each.ok) return fail({ ...each.error, post: index });
    prepared.push(each.value);
  }
  return writeTogether(desk, async ({ queries, write }): Promise<Result<SavedPost[], SaveError>> => {
    const posts: SavedPost[] = [];
    for (const [index, each] of prepared.entries()) {
      const written = await write(joining(each, posts[0]?.article_id));
      if (!written.ok) return fail({ ...written.error, post: index });
      posts.push(await savedPost(queries, written.value));
    }
    return ok(posts);
  });
}

function joining(prepared: PreparedPost, articleId: string | undefined): PreparedPost {
  const { id, article_id } = prepared.fields;
  if (!articleId || id !== undefined || article_id !== undefined) return prepared;
  return { ...prepared, fields: { ...prepared.fields, article_id: articleId } };
}
