import { eq } from 'drizzle-orm';
import { article, post } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isUuid } from '#platform/uuid.ts';
import type { EditError } from '../editing-contract.ts';
import type { EditingDeps } from './deps.ts';
import { loadPostForUpdate } from './load-post-for-update.ts';

/** The caller has checked the permission. */
const systemActor = { id: '', name: '', mayPublish: true };

export async function deletePost(
  deps: EditingDeps,
  id: string,
  version: number,
): Promise<Result<null, EditError>> {
  if (!isUuid(id)) return fail({ code: 'post.missing' });
  return deps.writer.transaction(async ({ queries, addChange }): Promise<Result<null, EditError>> => {
    const found = await loadPostForUpdate(queries, { id, version, actor: systemActor });
    if (!found.ok) return found;
    const { articleId, locale, status, otherPublicLocales } = found.value;
    await queries.delete(post).where(eq(post.id, id));
    const remaining = await queries
      .select({ id: post.id })
      .from(post)
      .where(eq(post.articleId, articleId))
      .limit(1);
    if (remaining.length === 0) await queries.delete(article).where(eq(article.id, articleId));
    addChange({ articleId, locales: status === 'published' ? [locale, ...otherPublicLocales] : [] });
    return ok(null);
  });
}
