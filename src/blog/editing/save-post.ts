import { eq } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
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
  RevisionKind,
  SavePostRequest,
  WriteTransaction,
} from '../editing-contract.ts';
import { isPublishing } from '../permissions-contract.ts';
import type { PostForUpdate } from '../read-posts.ts';
import { readRevision } from './revisions.ts';
import { type EditingDeps, updatePost } from './update-post.ts';
import {
  addSourceRevision,
  applyPreparedContent,
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
  const locale = await findLocale(deps.database.query, id);
  if (!locale) return fail({ code: 'post.missing' });
  const prepared = await prepareFields(deps, request, { id, locale });
  if (!prepared.ok) return prepared;
  const input = { form: request.fields, prepared: prepared.value, actor };
  const saved = await updatePost(deps, { id, version, actor }, (tx, current) =>
    request.mode === 'autosave'
      ? writeAutosave(deps, tx, current, input)
      : writeForm(deps, tx, current, { ...input, request }),
  );
  if (saved.ok) await schedulePublishing(deps, request, saved.value);
  return saved;
}

export async function restoreRevision(
  deps: EditingDeps,
  { id, revisionId, version, actor }: { id: string; revisionId: string; version: number; actor: Actor },
): Promise<Result<EditorPost, EditError>> {
  const { query } = deps.database;
  const revision = await readRevision(query, id, revisionId);
  if (!revision) return fail({ code: 'revision.missing' });
  const locale = await findLocale(query, id);
  if (!locale) return fail({ code: 'post.missing' });
  const { fields: form } = revision;
  const prepared = await prepareFields(deps, { mode: 'autosave', fields: form }, { id, locale });
  if (!prepared.ok) return prepared;
  return updatePost(deps, { id, version, actor }, async (tx, current) => {
    const written = await writeAutosave(deps, tx, current, { form, prepared: prepared.value, actor });
    return written.ok ? ok('restored') : written;
  });
}

async function findLocale(queries: Queries, id: string): Promise<Locale | null> {
  if (!isUuid(id)) return null;
  const [row] = await queries.select({ locale: post.locale }).from(post).where(eq(post.id, id));
  return (row?.locale as Locale | undefined) ?? null;
}

export function validateSave(request: SavePostRequest, actor: Actor, now: number): EditError | null {
  const { mode, scheduled_at } = request;
  if (isPublishing(request) && !actor.mayPublish) return { code: 'role.forbids' };
  if (mode === 'schedule' && !(Date.parse(scheduled_at ?? '') > now)) return { code: 'schedule.past' };
  return null;
}

export async function prepareFields(
  deps: EditingDeps,
  { mode, fields, scheduled_at }: SavePostRequest,
  target: Pick<PostInput, 'id' | 'locale' | 'article_id' | 'author_id'>,
): Promise<Result<PreparedPost, EditError>> {
  const { status, featured_image_url, ...texts } = fields;
  // An autosave must not fetch a cover URL that the user is still typing.
  const isCoverFetchDeferred =
    mode === 'autosave' && /^(?:https?:)?\/\//i.test(featured_image_url?.trim() ?? '');
  const prepared = await deps.writer.preparePost({
    ...target,
    ...texts,
    ...(!isCoverFetchDeferred && { featured_image_url }),
    ...(mode !== 'autosave' && { status: mode === 'schedule' ? 'draft' : status }),
    ...(mode === 'publish' && status === 'published' && { published_at: new Date(deps.now()).toISOString() }),
  });
  if (!prepared.ok || mode !== 'schedule' || scheduled_at === undefined) return prepared;
  return ok({ ...prepared.value, scheduledAt: new Date(scheduled_at) });
}

/** Call it after the commit. */
export async function schedulePublishing(
  deps: EditingDeps,
  { mode }: SavePostRequest,
  { id, scheduled_at }: EditorPost,
) {
  if (mode === 'schedule' && scheduled_at !== null) await deps.schedule(id, new Date(scheduled_at));
}

interface FormInput {
  form: PostFields;
  prepared: PreparedPost;
  actor: Actor;
}

async function writeAutosave(
  deps: EditingDeps,
  { queries, write }: WriteTransaction,
  current: PostForUpdate,
  { form, prepared, actor }: FormInput,
): Promise<Result<RevisionKind, EditError>> {
  const pendingFields = listPendingFields(current);
  if (prepared.cover === undefined && !pendingFields.includes('featured_image_url'))
    pendingFields.push('featured_image_url');
  if (isUnscheduledDraft(current)) {
    const withSource = addSourceRevision(current, prepared);
    let written = await write(omitFields(withSource, pendingFields), current);
    if (!written.ok && written.error.code === 'slug.taken') {
      pendingFields.push('slug');
      written = await write(omitFields(withSource, pendingFields), current);
    }
    if (!written.ok) return written;
  } else await incrementVersion(queries, current);
  await saveWorkingCopy(queries, current, {
    form: applyPreparedContent(form, prepared),
    pendingFields,
    actor,
    now: deps.now(),
  });
  return ok('autosaved');
}

async function writeForm(
  deps: EditingDeps,
  { queries, write }: WriteTransaction,
  current: PostForUpdate,
  { form, prepared, actor, request }: FormInput & { request: SavePostRequest },
): Promise<Result<RevisionKind, EditError>> {
  const pendingFields = actor.mayPublish ? [] : listSharedFieldsInUse(current.translations);
  const written = await write(addSourceRevision(current, omitFields(prepared, pendingFields)), current);
  if (!written.ok) return written;
  await saveWorkingCopy(queries, current, {
    form: applyPreparedContent(form, prepared),
    pendingFields,
    actor,
    now: deps.now(),
  });
  return ok(getRevisionKind(request, prepared.status, current.status));
}

export function getRevisionKind(
  { mode }: SavePostRequest,
  status: PostStatus | undefined,
  before: PostStatus | null,
): RevisionKind {
  if (mode === 'autosave') return 'autosaved';
  return status === 'published' && (mode === 'publish' || before !== 'published') ? 'published' : 'saved';
}
