import { eq } from 'drizzle-orm';
import type { Database, Queries } from '#database/database.ts';
import { article, post } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type {
  Actor,
  EditError,
  EditorPost,
  PostStatus,
  RevisionKind,
  WriteTransaction,
} from '../editing-contract.ts';
import { canChangePost } from '../permissions-contract.ts';
import { type PostForUpdate, readPostForUpdate } from '../read-posts.ts';
import type { BlogWriter } from '../write.ts';
import { readEditorPost } from './editor-posts.ts';
import { ensureBaselineRevision, recordRevision } from './revisions.ts';
import { deleteWorkingCopy, incrementVersion, isPublicOrScheduled } from './working-copy.ts';

export interface EditingDeps {
  database: Pick<Database, 'query'>;
  writer: Pick<BlogWriter, 'preparePost' | 'transaction'>;
  /** Idempotent. */
  schedule(postId: string, at: Date): Promise<void>;
  now(): number;
}

interface UpdateTarget {
  id: string;
  version: number;
  actor: Actor;
}

/** `run` returns the kind of the revision to record. */
export function updatePost(
  deps: EditingDeps,
  { id, version, actor }: UpdateTarget,
  run: (tx: WriteTransaction, current: PostForUpdate) => Promise<Result<RevisionKind, EditError>>,
): Promise<Result<EditorPost, EditError>> {
  return deps.writer.transaction(async (tx): Promise<Result<EditorPost, EditError>> => {
    const found = await loadPostForUpdate(tx.queries, { id, version, actor });
    if (!found.ok) return found;
    await ensureBaselineRevision(tx.queries, found.value);
    const kind = await run(tx, found.value);
    return kind.ok ? ok(await recordChange(deps, tx, { id, actor, kind: kind.value })) : kind;
  });
}

/** Checks whether the actor may change the post, and the version. */
async function loadPostForUpdate(
  queries: Queries,
  { id, version, actor }: UpdateTarget,
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

export async function recordChange(
  { now }: Pick<EditingDeps, 'now'>,
  { queries, addChange }: WriteTransaction,
  { id, actor, kind }: { id: string; actor: { id: string | null; name: string }; kind: RevisionKind },
): Promise<EditorPost> {
  const editorPost = await readEditorPost(queries, id);
  if (!editorPost) throw new Error('changed post not found');
  const { version, fields } = editorPost;
  await recordRevision(queries, { postId: id, version, kind, fields, actor, at: new Date(now()) });
  // Public pages stay the same, but listeners must know of the write.
  addChange({ articleId: editorPost.article_id, locales: [] });
  return editorPost;
}

export async function setStatus(
  deps: EditingDeps,
  { status, ...target }: UpdateTarget & { status: PostStatus },
): Promise<Result<EditorPost, EditError>> {
  if (status === 'published' && !target.actor.mayPublish) return fail({ code: 'role.forbids' });
  return updatePost(deps, target, async ({ write }, current) => {
    const written = await write({ locale: current.locale, status, scheduledAt: null }, current);
    if (!written.ok) return written;
    return ok(status === 'published' && current.status !== 'published' ? 'published' : 'saved');
  });
}

export function discardWorkingCopy(
  deps: EditingDeps,
  target: UpdateTarget,
): Promise<Result<EditorPost, EditError>> {
  return updatePost(deps, target, async ({ queries }, current) => {
    await deleteWorkingCopy(queries, current.id);
    await incrementVersion(queries, current);
    return ok('restored');
  });
}

/** The caller has checked the permission. */
const systemActor = { id: '', name: '', mayPublish: true };

export function deletePost(deps: EditingDeps, id: string, version: number): Promise<Result<null, EditError>> {
  return deps.writer.transaction(async ({ queries, addChange }): Promise<Result<null, EditError>> => {
    const found = await loadPostForUpdate(queries, { id, version, actor: systemActor });
    if (!found.ok) return found;
    const { articleId, locale, status, translations } = found.value;
    await queries.delete(post).where(eq(post.id, id));
    if (translations.length === 0) await queries.delete(article).where(eq(article.id, articleId));
    const publicLocales = translations.filter(isPublicOrScheduled).map((other) => other.locale);
    addChange({ articleId, locales: status === 'published' ? [locale, ...publicLocales] : [] });
    return ok(null);
  });
}
