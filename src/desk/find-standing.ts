import { and, eq, isNotNull, ne, or } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { article, post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { DeskError, PostStatus, Writer } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { readDocument } from './read-document.ts';

/** How a post stands before a change. */
export interface Standing {
  id: string;
  articleId: string;
  locale: Locale;
  title: string;
  version: number;
  status: PostStatus;
  scheduledAt: Date | null;
  authorId: string | null;
  /** Its article's other languages that readers see, or will by themselves: category, tags and cover are theirs too. */
  shownElsewhere: Locale[];
}

/** The post with this id, where it still is at `version` and the writer may change it. */
export async function findStanding(
  tools: Pick<DeskTools, 'readFullPosts' | 'textDigest'>,
  queries: Queries,
  { id, version, by }: { id: string; version: number; by: Writer },
): Promise<Result<Standing, DeskError>> {
  const standing = await readStanding(queries, id);
  if (!standing) return fail({ code: 'post.missing' });
  if (!mayChange(standing, by)) return fail({ code: 'role.forbids' });
  if (standing.version === version) return ok(standing);
  const current = await readDocument(tools, queries, id);
  return fail({ code: 'post.conflict', ...(current && { current }) });
}

/** Who may not publish changes only what is theirs, and nothing that readers see or that will be shown to them by itself. */
function mayChange({ authorId, status, scheduledAt }: Standing, by: Writer): boolean {
  return by.mayPublish || (authorId === by.id && status !== 'published' && scheduledAt === null);
}

/** Or will be, without anybody doing anything more. */
export const isShown = or(eq(post.status, 'published'), isNotNull(post.scheduledAt));

export async function readStanding(queries: Queries, id: string): Promise<Standing | null> {
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
  const shown = await queries
    .select({ locale: post.locale })
    .from(post)
    .where(and(eq(post.articleId, row.articleId), isShown, ne(post.id, id)));
  return {
    ...row,
    locale: row.locale as Locale,
    shownElsewhere: shown.map((other) => other.locale as Locale),
  };
}
