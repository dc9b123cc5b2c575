import { and, eq, isNotNull, ne, or } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { article, post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Actor, EditError, PostStatus } from '../editing-contract.ts';
import { canChangePost } from '../permissions-contract.ts';
import { readEditorPost } from './editor-posts.ts';

export interface PostForUpdate {
  id: string;
  articleId: string;
  locale: Locale;
  title: string;
  version: number;
  status: PostStatus;
  scheduledAt: Date | null;
  authorId: string | null;
  /** Published or scheduled languages of the article, which share category, tags and cover. */
  otherPublicLocales: Locale[];
}

export async function loadPostForUpdate(
  queries: Queries,
  { id, version, actor }: { id: string; version: number; actor: Actor },
): Promise<Result<PostForUpdate, EditError>> {
  const existing = await readPostForUpdate(queries, id);
  if (!existing) return fail({ code: 'post.missing' });
  const { authorId, status, scheduledAt } = existing;
  if (!canChangePost(actor, { author_id: authorId, status, scheduled_at: scheduledAt }))
    return fail({ code: 'role.forbids' });
  if (existing.version === version) return ok(existing);
  const current = await readEditorPost(queries, id);
  return fail({ code: 'post.conflict', ...(current && { current }) });
}

export const isPublicOrScheduled = or(eq(post.status, 'published'), isNotNull(post.scheduledAt));

export async function readPostForUpdate(queries: Queries, id: string): Promise<PostForUpdate | null> {
  const [row] = await queries
    .select({
      id: post.id,
      articleId: post.articleId,
      locale: post.locale,
      title: post.title,
      version: post.version,
      status: post.status,
      scheduledAt: post.scheduledAt,
      authorId: article.authorId,
    })
    .from(post)
    .innerJoin(article, eq(article.id, post.articleId))
    .where(eq(post.id, id));
  if (!row) return null;
  const publicPosts = await queries
    .select({ locale: post.locale })
    .from(post)
    .where(and(eq(post.articleId, row.articleId), isPublicOrScheduled, ne(post.id, id)));
  return {
    ...row,
    locale: row.locale as Locale,
    otherPublicLocales: publicPosts.map((other) => other.locale as Locale),
  };
}
