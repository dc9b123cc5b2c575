import { and, asc, eq, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { article, post } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isUuid } from '#platform/uuid.ts';
import type { Actor, AdminPostSummary, EditError, EditorPost, PreparedPost } from '../editing-contract.ts';
import type { PageDraft } from '../page-contract.ts';
import { readAdminPostSummaries } from './list-admin-posts.ts';
import { type EditingDeps, recordChange } from './update-post.ts';

const ofPage = sql`${post.kind} = 'page'`;

export async function isPage(queries: Queries, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  return (await queries.$count(post, and(eq(post.id, id), ofPage))) > 0;
}

export async function listPages(queries: Queries): Promise<AdminPostSummary[]> {
  const rows = await queries
    .selectDistinctOn([article.createdAt, article.id], { id: post.id })
    .from(post)
    .innerJoin(article, eq(article.id, post.articleId))
    .where(ofPage)
    .orderBy(
      asc(article.createdAt),
      asc(article.id),
      sql`${post.locale} <> ${article.sourceLocale}`,
      post.locale,
    );
  return readAdminPostSummaries(
    queries,
    rows.map(({ id }) => id),
  );
}

export async function createPage(
  deps: EditingDeps,
  slug: string,
  drafts: readonly PageDraft[],
  actor: Actor,
): Promise<Result<EditorPost, EditError>> {
  const preparedPosts: PreparedPost[] = [];
  for (const draft of drafts) {
    const prepared = await deps.writer.preparePost({ ...draft, slug, kind: 'page' });
    if (!prepared.ok) return prepared;
    preparedPosts.push(prepared.value);
  }
  return deps.writer.transaction(async (tx): Promise<Result<EditorPost, EditError>> => {
    let first: EditorPost | null = null;
    for (const prepared of preparedPosts) {
      const written = await tx.write({ ...prepared, ...(first && { article_id: first.article_id }) });
      if (!written.ok) return written;
      const saved = await recordChange(deps, tx, { id: written.value.id, actor, kind: 'saved' });
      first ??= saved;
    }
    return first ? ok(first) : fail({ code: 'post.missing' });
  });
}

export async function deletePage({ writer }: Pick<EditingDeps, 'writer'>, articleId: string): Promise<void> {
  if (!isUuid(articleId)) return;
  await writer.transaction(async ({ queries, addChange }) => {
    const deleted = await queries
      .delete(post)
      .where(and(eq(post.articleId, articleId), ofPage))
      .returning({ locale: post.locale });
    if (deleted.length > 0) await queries.delete(article).where(eq(article.id, articleId));
    const deletedLocales = deleted.map(({ locale }) => locale);
    addChange({ articleId, locales: locales.filter((locale) => deletedLocales.includes(locale)) });
    return ok(null);
  });
}
