import { locales } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { BlogChange, PostInput } from './contract.ts';
import { type PreparedPost, preparePost, type SaveError } from './prepare-post.ts';
import { refusableTransaction } from './refusable-transaction.ts';
import { type SavedPost, savedPost, type WritingDesk } from './save-post.ts';
import { lockWriters, writePost } from './write-post.ts';

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
  const changes: BlogChange[] = [];
  const published = await refusableTransaction(
    desk.database,
    async (queries): Promise<Result<SavedPost[], SaveError>> => {
      await lockWriters(queries);
      const posts: SavedPost[] = [];
      for (const [index, each] of prepared.entries()) {
        const written = await writePost(queries, joining(each, changes[0]?.articleId), desk);
        if (!written.ok) return fail({ ...written.error, post: index });
        changes.push(written.value.change);
        posts.push(await savedPost(queries, written.value));
      }
      return ok(posts);
    },
  );
  if (!published.ok) return published;
  for (const [articleId, ofOne] of Map.groupBy(changes, (change) => change.articleId)) {
    const concerned = new Set(ofOne.flatMap((change) => change.locales));
    await desk.announce({ articleId, locales: locales.filter((locale) => concerned.has(locale)) });
  }
  return published;
}

function joining(prepared: PreparedPost, articleId: string | null | undefined): PreparedPost {
  const { id, article_id } = prepared.fields;
  if (!articleId || id !== undefined || article_id !== undefined) return prepared;
  return { ...prepared, fields: { ...prepared.fields, article_id: articleId } };
}
