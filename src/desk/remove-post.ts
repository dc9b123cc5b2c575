import { eq } from 'drizzle-orm';
import { article, post } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { DeskError } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { findStanding } from './find-standing.ts';
import { isId } from './read-document.ts';

/** Whoever asks for it may: that is judged before. */
const remover = { id: '', name: '', mayPublish: true };

/** For good, with its revisions; its article too where it was the last language. */
export async function removePost(
  tools: DeskTools,
  id: string,
  version: number,
): Promise<Result<null, DeskError>> {
  if (!isId(id)) return fail({ code: 'post.missing' });
  return tools.writer.writeTogether(async ({ queries, changed }): Promise<Result<null, DeskError>> => {
    const found = await findStanding(tools, queries, { id, version, by: remover });
    if (!found.ok) return found;
    const { articleId, locale, status, shownElsewhere } = found.value;
    await queries.delete(post).where(eq(post.id, id));
    const left = await queries
      .select({ id: post.id })
      .from(post)
      .where(eq(post.articleId, articleId))
      .limit(1);
    if (left.length === 0) await queries.delete(article).where(eq(article.id, articleId));
    changed({ articleId, locales: status === 'published' ? [locale, ...shownElsewhere] : [] });
    return ok(null);
  });
}
