import { fail, ok, type Result } from '#platform/result.ts';
import type { PostInput } from './contract.ts';
import { type PreparedPost, preparePost, type SavePostError } from './prepare-post.ts';
import { type BlogWriterDeps, readVersionedPost, type VersionedPost } from './save-post.ts';
import { runWriteTransaction } from './write-together.ts';

/**
 * Publishes several languages, all or none. A new post without `article_id` joins the first one's article.
 */
export async function publishArticle(
  deps: BlogWriterDeps,
  inputs: readonly PostInput[],
): Promise<Result<VersionedPost[], SavePostError>> {
  const prepared: PreparedPost[] = [];
  for (const [index, input] of inputs.entries()) {
    const result = await preparePost(deps, { ...input, status: 'published' });
    if (!result.ok) return fail({ ...result.error, post: index });
    prepared.push(result.value);
  }
  return runWriteTransaction(
    deps,
    async ({ queries, write }): Promise<Result<VersionedPost[], SavePostError>> => {
      const posts: VersionedPost[] = [];
      for (const [index, preparedPost] of prepared.entries()) {
        const written = await write(joinArticle(preparedPost, posts[0]?.article_id));
        if (!written.ok) return fail({ ...written.error, post: index });
        posts.push(await readVersionedPost(queries, written.value));
      }
      return ok(posts);
    },
  );
}

function joinArticle(prepared: PreparedPost, articleId: string | undefined): PreparedPost {
  const { id, article_id } = prepared.fields;
  if (!articleId || id !== undefined || article_id !== undefined) return prepared;
  return { ...prepared, fields: { ...prepared.fields, article_id: articleId } };
}
