import { eq } from 'drizzle-orm';
import { post } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isUuid } from '#platform/uuid.ts';
import type { PostInput } from '../contract.ts';
import type {
  Actor,
  EditError,
  EditorPost,
  PostStatus,
  PreparedPost,
  RevisionSummary,
  WriteTransaction,
} from '../editing-contract.ts';
import type { EditingDeps } from './deps.ts';
import { readEditorPost } from './editor-posts.ts';
import { loadPostForUpdate, type PostForUpdate, readPostForUpdate } from './load-post-for-update.ts';
import { hasRevision, recordRevision } from './revisions.ts';
import { deleteWorkingCopy, incrementVersion } from './working-copy.ts';

interface PostChange {
  id: string;
  version: number;
  actor: Actor;
  run(
    tx: WriteTransaction,
    current: PostForUpdate,
  ): Promise<Result<{ kind: RevisionSummary['kind'] }, EditError>>;
}

export function updatePost(
  deps: EditingDeps,
  { id, version, actor, run }: PostChange,
): Promise<Result<EditorPost, EditError>> {
  return deps.writer.transaction(async (tx): Promise<Result<EditorPost, EditError>> => {
    const { queries } = tx;
    const found = await loadPostForUpdate(queries, { id, version, actor });
    if (!found.ok) return found;
    await ensureBaselineRevision(tx, found.value);
    const result = await run(tx, found.value);
    if (!result.ok) return result;
    return ok(await recordChange(deps, tx, { id, actor, kind: result.value.kind }));
  });
}

export async function recordChange(
  deps: EditingDeps,
  { queries, addChange }: WriteTransaction,
  {
    id,
    actor,
    kind,
  }: { id: string; actor: { id: string | null; name: string }; kind: RevisionSummary['kind'] },
): Promise<EditorPost> {
  const editorPost = await readEditorPost(queries, id);
  if (!editorPost) throw new Error('changed post not found');
  const { version, fields } = editorPost;
  await recordRevision(queries, { postId: id, version, kind, fields, actor, at: new Date(deps.now()) });
  // Public pages stay the same, but listeners must know of the write.
  addChange({ articleId: editorPost.article_id, locales: [] });
  return editorPost;
}

/** Makes the state before the change restorable, if it was not written by the editor. */
export async function ensureBaselineRevision(
  { queries }: WriteTransaction,
  { id, version }: Pick<PostForUpdate, 'id' | 'version'>,
): Promise<void> {
  if (await hasRevision(queries, id, version)) return;
  const editorPost = await readEditorPost(queries, id);
  if (!editorPost) return;
  await recordRevision(queries, {
    postId: id,
    version,
    kind: 'saved',
    fields: editorPost.fields,
    actor: { id: null, name: '' },
    at: new Date(editorPost.updated_at),
  });
}

export async function prepareFieldChange(
  deps: EditingDeps,
  { id, locale }: Pick<PostForUpdate, 'id' | 'locale'>,
  change: Partial<Pick<PostInput, 'status' | 'published_at' | 'origin'>>,
): Promise<PreparedPost> {
  const prepared = await deps.writer.preparePost({ id, locale, title: '', ...change });
  if (!prepared.ok) throw new Error('cannot prepare a change without images', { cause: prepared.error });
  return { ...prepared.value, has: (field) => field in change };
}

export async function discardWorkingCopy(
  deps: EditingDeps,
  { id, version, actor }: { id: string; version: number; actor: Actor },
): Promise<Result<EditorPost, EditError>> {
  if (!isUuid(id)) return fail({ code: 'post.missing' });
  return updatePost(deps, {
    id,
    version,
    actor,
    async run({ queries }, current) {
      await deleteWorkingCopy(queries, id);
      await incrementVersion(queries, current);
      return ok({ kind: 'restored' });
    },
  });
}

export async function setStatus(
  deps: EditingDeps,
  { id, version, status, actor }: { id: string; version: number; status: PostStatus; actor: Actor },
): Promise<Result<EditorPost, EditError>> {
  if (status === 'published' && !actor.mayPublish) return fail({ code: 'role.forbids' });
  const existing = isUuid(id) ? await readPostForUpdate(deps.database.query, id) : null;
  if (!existing) return fail({ code: 'post.missing' });
  const prepared = await prepareFieldChange(deps, existing, { status });
  return updatePost(deps, {
    id,
    version,
    actor,
    async run({ queries, write }, current) {
      const written = await write(prepared);
      if (!written.ok) return written;
      await queries.update(post).set({ scheduledAt: null }).where(eq(post.id, id));
      const isNew = status === 'published' && current.status !== 'published';
      return ok({ kind: isNew ? 'published' : 'saved' });
    },
  });
}

export async function markTranslated(
  deps: EditingDeps,
  { id, version, actor }: { id: string; version: number; actor: Actor },
): Promise<Result<EditorPost, EditError>> {
  const existing = isUuid(id) ? await readPostForUpdate(deps.database.query, id) : null;
  if (!existing) return fail({ code: 'post.missing' });
  const prepared = await prepareFieldChange(deps, existing, { origin: 'mixed' });
  return updatePost(deps, {
    id,
    version,
    actor,
    async run({ write }) {
      const written = await write(prepared);
      return written.ok ? ok({ kind: 'saved' }) : written;
    },
  });
}
