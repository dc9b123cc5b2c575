import { eq } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isUuid } from '#platform/uuid.ts';
import type { PostInput } from '../contract.ts';
import type {
  Actor,
  EditError,
  EditorPost,
  PostFields,
  PostStatus,
  PreparedPost,
  RevisionSummary,
  SavePostRequest,
  WriteTransaction,
} from '../editing-contract.ts';
import { isPublishing } from '../permissions-contract.ts';
import { readPosts } from '../read-posts.ts';
import type { EditingDeps } from './deps.ts';
import { toPostFields } from './editor-posts.ts';
import { type PostForUpdate, readPostForUpdate } from './load-post-for-update.ts';
import { updatePost } from './update-post.ts';
import {
  addSourceRevision,
  applyPreparedContent,
  deleteWorkingCopy,
  incrementVersion,
  isUnscheduledDraft,
  listPendingFields,
  listSharedFieldsInUse,
  omitFields,
  saveWorkingCopy,
} from './working-copy.ts';

export async function savePost(
  deps: EditingDeps,
  { id, version, request, actor }: { id: string; version: number; request: SavePostRequest; actor: Actor },
): Promise<Result<EditorPost, EditError>> {
  const validationError = validateSave(request, actor, deps.now());
  if (validationError) return fail(validationError);
  const existing = isUuid(id) ? await readPostForUpdate(deps.database.query, id) : null;
  if (!existing) return fail({ code: 'post.missing' });
  const prepared = await prepareFields(deps, request, { id, locale: existing.locale });
  if (!prepared.ok) return prepared;
  const saved = await updatePost(deps, {
    id,
    version,
    actor,
    run: (tx, current) =>
      request.mode === 'autosave'
        ? writeAutosave(deps, tx, {
            current,
            form: request.fields,
            prepared: prepared.value,
            actor,
          })
        : writeForm(deps, tx, { current, request, prepared: prepared.value, actor }),
  });
  if (saved.ok) await schedulePublishing(deps, request, saved.value);
  return saved;
}

export function validateSave(request: SavePostRequest, actor: Actor, now: number): EditError | null {
  const { mode, scheduled_at } = request;
  if (isPublishing(request) && !actor.mayPublish) return { code: 'role.forbids' };
  if (mode === 'schedule' && !(Date.parse(scheduled_at ?? '') > now)) return { code: 'schedule.past' };
  return null;
}

export function prepareFields(
  deps: EditingDeps,
  { mode, fields }: SavePostRequest,
  target: Pick<PostInput, 'id' | 'locale' | 'article_id' | 'author_id'>,
): Promise<Result<PreparedPost, EditError>> {
  const { status, featured_image_url, ...texts } = fields;
  // An autosave must not fetch a cover URL that the user is still typing.
  const isCoverFetchDeferred =
    mode === 'autosave' && /^(?:https?:)?\/\//i.test(featured_image_url?.trim() ?? '');
  return deps.writer.preparePost({
    ...target,
    ...texts,
    ...(!isCoverFetchDeferred && { featured_image_url }),
    ...(mode !== 'autosave' && { status: mode === 'schedule' ? 'draft' : status }),
    ...(mode === 'publish' && status === 'published' && { published_at: new Date(deps.now()).toISOString() }),
  });
}

/** Call it after the commit. */
export async function schedulePublishing(
  deps: EditingDeps,
  { mode }: SavePostRequest,
  { id, scheduled_at }: EditorPost,
) {
  if (mode === 'schedule' && scheduled_at !== null) await deps.schedule(id, new Date(scheduled_at));
}

interface AutosaveInput {
  current: PostForUpdate;
  form: PostFields;
  prepared: PreparedPost;
  actor: Actor;
}

export async function writeAutosave(
  deps: EditingDeps,
  tx: WriteTransaction,
  { current, form, prepared, actor }: AutosaveInput,
): Promise<Result<{ kind: 'autosaved' }, EditError>> {
  const pendingFields = listPendingFields(current);
  if (prepared.cover === undefined && !pendingFields.includes('featured_image_url'))
    pendingFields.push('featured_image_url');
  if (!isUnscheduledDraft(current)) await incrementVersion(tx.queries, current);
  else {
    const withSource = await addSourceRevision(tx.queries, current.id, prepared);
    const written = await tx.write(omitFields(withSource, pendingFields));
    if (!written.ok && written.error.code !== 'slug.taken') return written;
    if (!written.ok) {
      pendingFields.push('slug');
      const retryResult = await tx.write(omitFields(withSource, pendingFields));
      if (!retryResult.ok) return retryResult;
    }
  }
  await updateWorkingCopy(deps, tx.queries, {
    id: current.id,
    form: applyPreparedContent(form, prepared),
    pendingFields,
    actor,
  });
  return ok({ kind: 'autosaved' });
}

async function writeForm(
  deps: EditingDeps,
  { queries, write }: WriteTransaction,
  { current, request, prepared, actor }: Omit<AutosaveInput, 'form'> & { request: SavePostRequest },
): Promise<Result<{ kind: RevisionSummary['kind'] }, EditError>> {
  const { id } = current;
  const pendingFields = actor.mayPublish ? [] : listSharedFieldsInUse(current);
  const written = await write(await addSourceRevision(queries, id, omitFields(prepared, pendingFields)));
  if (!written.ok) return written;
  await updateWorkingCopy(deps, queries, {
    id,
    form: applyPreparedContent(request.fields, prepared),
    pendingFields,
    actor,
  });
  await saveScheduledAt(queries, id, request);
  return ok({ kind: getRevisionKind(request, prepared.fields.status, current.status) });
}

export async function updateWorkingCopy(
  deps: EditingDeps,
  queries: Queries,
  {
    id,
    form,
    pendingFields,
    actor,
  }: { id: string; form: PostFields; pendingFields: (keyof PostFields)[]; actor: Actor },
): Promise<void> {
  const [storedPost] = pendingFields.length === 0 ? [] : await readPosts(queries, [id]);
  if (!storedPost) return deleteWorkingCopy(queries, id);
  await saveWorkingCopy(queries, id, {
    form,
    storedFields: toPostFields(storedPost),
    pendingFields,
    actor,
    now: new Date(deps.now()),
  });
}

export async function saveScheduledAt(
  queries: Queries,
  id: string,
  { mode, scheduled_at }: SavePostRequest,
): Promise<void> {
  if (mode !== 'schedule' || scheduled_at === undefined) return;
  await queries
    .update(post)
    .set({ scheduledAt: new Date(scheduled_at) })
    .where(eq(post.id, id));
}

export function getRevisionKind(
  { mode }: SavePostRequest,
  status: PostStatus,
  before: PostStatus | null,
): RevisionSummary['kind'] {
  if (mode === 'autosave') return 'autosaved';
  return status === 'published' && (mode === 'publish' || before !== 'published') ? 'published' : 'saved';
}
