import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Queries } from '#database/database.ts';
import { article, post, revision } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isUuid } from '#platform/uuid.ts';
import type {
  Actor,
  EditError,
  EditorPost,
  PostFields,
  PostStatus,
  Revision,
  RevisionKind,
  RevisionSummary,
  TagChange,
  WriteTransaction,
} from '../editing-contract.ts';
import { canChangePost } from '../permissions-contract.ts';
import { type PostForUpdate, readPostForUpdate, type StoredPost } from '../read-posts.ts';
import type { BlogWriter } from '../write.ts';
import { readEditorPost } from './editor-posts.ts';
import {
  deleteWorkingCopy,
  incrementVersion,
  isPublicOrScheduled,
  listSharedFieldsInUse,
  restoreWrittenTranslation,
  saveWorkingCopy,
} from './working-copy.ts';

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
  { id, actor, kind }: { id: string; actor: RevisionActor; kind: RevisionKind },
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
    await restoreWrittenTranslation(queries, current.id);
    await incrementVersion(queries, current);
    return ok('restored');
  });
}

/** Like other saves: an author's change that readers of another language would see stays pending. */
export function changeTag(
  deps: EditingDeps,
  { change, ...target }: { id: string; version: number; change: TagChange; actor: Actor },
): Promise<Result<EditorPost, EditError>> {
  const { actor } = target;
  return updatePost(deps, target, async ({ queries, write }, current) => {
    const form = withTag(current.editedFields, change);
    const isPending = !actor.mayPublish && listSharedFieldsInUse(current.translations).length > 0;
    const fields = isPending ? current.fields : withTag(current.fields, change);
    if (isPending) await incrementVersion(queries, current);
    else {
      const written = await write({ locale: current.locale, tag_ids: fields.tag_ids }, current);
      if (!written.ok) return written;
    }
    const pendingFields = Object.keys(form) as (keyof PostFields)[];
    await saveWorkingCopy(queries, { ...current, fields }, { form, pendingFields, actor, now: deps.now() });
    return ok('saved');
  });
}

function withTag(fields: PostFields, { kind, tagId }: TagChange): PostFields {
  const others = fields.tag_ids.filter((id) => id !== tagId);
  return { ...fields, tag_ids: kind === 'add' ? [...others, tagId] : others };
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

/** A user's autosaves within the same clock-aligned interval share one revision. */
const autosaveWindowMs = 10 * 60_000;
/** Per post. Revisions of other kinds are never deleted. */
const maxAutosaves = 50;

interface NewRevision {
  postId: string;
  version: number;
  kind: RevisionKind;
  fields: PostFields;
  actor: RevisionActor;
  at: Date;
}

interface RevisionActor {
  id: string | null;
  name: string;
  rule?: Revision['rule'];
}

async function recordRevision(queries: Queries, newRevision: NewRevision): Promise<void> {
  const { postId, version, kind, fields, actor, at } = newRevision;
  const columns = { version, fields: { ...fields }, createdAt: at };
  const [last] = await queries
    .select({
      id: revision.id,
      kind: revision.kind,
      authorId: revision.authorId,
      createdAt: revision.createdAt,
    })
    .from(revision)
    .where(eq(revision.postId, postId))
    .orderBy(desc(revision.version))
    .limit(1);
  const continuesLast =
    kind === 'autosaved' &&
    last?.kind === 'autosaved' &&
    last.authorId === actor.id &&
    isSamePeriod(last.createdAt, at);
  if (continuesLast) {
    await queries.update(revision).set(columns).where(eq(revision.id, last.id));
    return;
  }
  await queries.insert(revision).values({
    ...columns,
    postId,
    kind,
    authorId: actor.id,
    authorName: actor.name,
    rule: actor.rule ?? null,
  });
  if (kind === 'autosaved') await deleteOldestAutosaves(queries, postId);
}

/** Makes the state before the change restorable, if it was not written by the editor. */
export async function ensureBaselineRevision(
  queries: Queries,
  { id, version, editedFields, updatedAt }: StoredPost,
): Promise<void> {
  const sameVersion = and(eq(revision.postId, id), eq(revision.version, version));
  if ((await queries.$count(revision, sameVersion)) > 0) return;
  await recordRevision(queries, {
    postId: id,
    version,
    kind: 'saved',
    fields: editedFields,
    actor: { id: null, name: '' },
    at: updatedAt,
  });
}

async function deleteOldestAutosaves(queries: Queries, postId: string): Promise<void> {
  const oldAutosaves = queries
    .select({ id: revision.id })
    .from(revision)
    .where(and(eq(revision.postId, postId), eq(revision.kind, 'autosaved')))
    .orderBy(desc(revision.version))
    .offset(maxAutosaves);
  await queries.delete(revision).where(inArray(revision.id, oldAutosaves));
}

function isSamePeriod(a: Date, b: Date): boolean {
  return Math.floor(a.getTime() / autosaveWindowMs) === Math.floor(b.getTime() / autosaveWindowMs);
}

/** Fields that revisions of earlier versions lack. */
const laterFields = { canonical_url: null, noindex: false, publication_date: null };

const summaryColumns = {
  id: revision.id,
  version: revision.version,
  kind: revision.kind,
  status: sql<PostStatus>`coalesce(${revision.fields} ->> 'status', 'draft')`,
  title: sql<string>`${revision.fields} ->> 'title'`,
  author_name: revision.authorName,
  rule: revision.rule,
  createdAt: revision.createdAt,
};

export async function listRevisions(queries: Queries, postId: string): Promise<RevisionSummary[]> {
  if (!isUuid(postId)) return [];
  const rows = await queries
    .select(summaryColumns)
    .from(revision)
    .where(eq(revision.postId, postId))
    .orderBy(desc(revision.version), desc(revision.createdAt));
  return rows.map(({ createdAt, ...summary }) => ({ ...summary, created_at: createdAt.toISOString() }));
}

export async function readRevision(queries: Queries, postId: string, id: string): Promise<Revision | null> {
  if (!isUuid(postId) || !isUuid(id)) return null;
  const [row] = await queries
    .select({ ...summaryColumns, fields: revision.fields })
    .from(revision)
    .where(and(eq(revision.postId, postId), eq(revision.id, id)));
  if (!row) return null;
  const { createdAt, fields, ...summary } = row;
  return {
    ...summary,
    created_at: createdAt.toISOString(),
    fields: { ...laterFields, ...(fields as Omit<PostFields, keyof typeof laterFields>) },
  };
}
