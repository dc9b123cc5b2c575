import { createHash } from 'node:crypto';
import { and, eq, gte, lte } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { article, post } from '#database/schema.ts';
import { defaultLocale, type Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isUuid, uuidFromDigest } from '#platform/uuid.ts';
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
import { canContribute, isPublishing } from '../permissions-contract.ts';
import { listArticlePosts, type PostForUpdate, readStoredPost } from '../read-posts.ts';
import { isSlugError } from '../slug.ts';
import { runTextTask } from '../text-tasks.ts';
import { readEditorPost } from './editor-posts.ts';
import { type EditingDeps, readRevision, recordChange, updatePost } from './update-post.ts';
import {
  addSourceRevision,
  applyPreparedContent,
  incrementVersion,
  isUnscheduledDraft,
  listPendingFields,
  listSharedFieldsInUse,
  omitFields,
  saveWorkingCopy,
  sharedFields,
} from './working-copy.ts';

/** The id derives from `key` and the request, so that a retry finds the post, even after a restart or on another node. */
export async function createPost(
  deps: EditingDeps,
  request: SavePostRequest,
  actor: Actor,
  key?: string,
): Promise<Result<EditorPost, EditError>> {
  const validationError = validateSave(request, actor, deps.now());
  if (validationError) return fail(validationError);
  const { article_id, fields, kind = 'post' } = request;
  const preparedFields = await prepareFields(deps, request, {
    locale: request.locale ?? defaultLocale,
    kind,
    ...(article_id === undefined ? { author_id: actor.id } : { article_id }),
  });
  if (!preparedFields.ok) return preparedFields;
  const prepared = preparedFields.value;
  const newId = key === undefined ? undefined : await deriveId(actor, key, request);
  const created = await deps.writer.transaction(async (tx): Promise<Result<EditorPost, EditError>> => {
    const { queries, write } = tx;
    const existing = newId && (await findPostWithKey(queries, newId));
    if (existing)
      return existing.id === newId ? ok(existing) : fail({ code: 'key.reused', current: existing });
    const targetArticle = await findArticle(queries, article_id, actor);
    if (!targetArticle) return fail({ code: 'post.missing' });
    const isPage = (targetArticle.posts[0]?.kind ?? kind) === 'page';
    if (!canContribute(actor, targetArticle.authorId) || (isPage && !actor.mayManagePages))
      return fail({ code: 'role.forbids' });
    const withheldFields =
      request.mode === 'autosave' || !actor.mayPublish ? listSharedFieldsInUse(targetArticle.posts) : [];
    if (prepared.cover === undefined) withheldFields.push('featured_image_url');
    const emptySharedFields = article_id === undefined ? [] : listEmptySharedFields(fields);
    const toWrite = {
      ...omitFields(prepared, [...withheldFields, ...emptySharedFields]),
      ...(newId !== undefined && { newId }),
    };
    let written = await write(toWrite);
    if (!written.ok && isSlugError(written.error) && request.mode === 'autosave') {
      withheldFields.push('slug');
      written = await write(omitFields(toWrite, ['slug']));
    }
    if (!written.ok) return written;
    const { id } = written.value;
    const pendingFields = withheldFields.filter((field) => !emptySharedFields.includes(field));
    const stored = pendingFields.length > 0 && (await readStoredPost(queries, id));
    if (stored) {
      const form = applyPreparedContent(fields, prepared);
      await saveWorkingCopy(queries, stored, { form, pendingFields, actor, now: deps.now() });
    }
    const revisionKind = getRevisionKind(request, prepared.status, null);
    return ok(await recordChange(deps, tx, { id, actor, kind: revisionKind }));
  });
  if (created.ok) await schedulePublishing(deps, request, created.value);
  return created;
}

async function findArticle(queries: Queries, id: string | undefined, actor: Actor) {
  if (id === undefined) return { authorId: actor.id, posts: [] };
  const [row] = await queries.select({ authorId: article.authorId }).from(article).where(eq(article.id, id));
  return row ? { ...row, posts: await listArticlePosts(queries, id) } : null;
}

/** A new language's form starts empty, which must not clear the fields that its article already has. */
function listEmptySharedFields(fields: PostFields): (keyof PostFields)[] {
  const isEmpty = {
    category_id: fields.category_id === null,
    tag_ids: fields.tag_ids.length === 0,
    featured_image_url: !fields.featured_image_url?.trim(),
  };
  return sharedFields.filter((field) => isEmpty[field]);
}

/** Digits of an id that derive from the key; the others derive from the request. */
const keyDigits = 20;

async function deriveId(actor: Actor, key: string, request: SavePostRequest): Promise<string> {
  const keyDigest = createHash('sha256')
    .update(JSON.stringify([actor.id, key]))
    .digest('hex');
  const { content, featured_image_url: cover } = request.fields;
  const bodyDigest = await runTextTask('digestJson', request, content.length + (cover?.length ?? 0));
  return uuidFromDigest(keyDigest.slice(0, keyDigits) + bodyDigest);
}

/** Ids of the same key differ only in the group of their last twelve digits. */
async function findPostWithKey(queries: Queries, id: string): Promise<EditorPost | null> {
  const prefix = id.slice(0, -12);
  const [row] = await queries
    .select({ id: post.id })
    .from(post)
    .where(and(gte(post.id, prefix + '0'.repeat(12)), lte(post.id, prefix + 'f'.repeat(12))));
  return row ? readEditorPost(queries, row.id) : null;
}

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

function validateSave(request: SavePostRequest, actor: Actor, now: number): EditError | null {
  const { mode, scheduled_at, fields } = request;
  if (isPublishing(request) && !actor.mayPublish) return { code: 'role.forbids' };
  if (mode === 'schedule' && !(Date.parse(scheduled_at ?? '') > now)) return { code: 'schedule.past' };
  if (Date.parse(fields.publication_date ?? '') > now) return { code: 'publication.future' };
  return null;
}

async function prepareFields(
  deps: EditingDeps,
  { mode, fields, scheduled_at, save_id: saveId }: SavePostRequest,
  target: Pick<PostInput, 'id' | 'kind' | 'locale' | 'article_id' | 'author_id'>,
): Promise<Result<PreparedPost, EditError>> {
  const { status, featured_image_url, ...texts } = fields;
  // An autosave must not fetch a cover URL that the user is still typing.
  const isCoverFetchDeferred =
    mode === 'autosave' && /^(?:https?:)?\/\//i.test(featured_image_url?.trim() ?? '');
  const input = {
    ...target,
    ...texts,
    ...(mode !== 'autosave' && { status: mode === 'schedule' ? 'draft' : status }),
    ...(mode === 'publish' && status === 'published' && { published_at: new Date(deps.now()).toISOString() }),
  };
  const { preparePost } = deps.writer;
  let prepared = await preparePost({ ...input, ...(!isCoverFetchDeferred && { featured_image_url }) });
  // The URL goes to the working copy, and the other fields are saved.
  if (!prepared.ok && prepared.error.code === 'picture.foreign') prepared = await preparePost(input);
  if (!prepared.ok) return prepared;
  const isScheduled = mode === 'schedule' && scheduled_at !== undefined;
  return ok({
    ...prepared.value,
    saveId,
    ...(isScheduled && { scheduledAt: new Date(scheduled_at) }),
  });
}

/** Call it after the commit. */
async function schedulePublishing(
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
    if (!written.ok && isSlugError(written.error)) {
      pendingFields.push('slug');
      written = await write(omitFields(withSource, pendingFields), current);
    }
    if (!written.ok) return written;
  } else await incrementVersion(queries, current, prepared.saveId);
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
  if (prepared.cover === undefined && !pendingFields.includes('featured_image_url'))
    pendingFields.push('featured_image_url');
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

function getRevisionKind(
  { mode }: SavePostRequest,
  status: PostStatus | undefined,
  before: PostStatus | null,
): RevisionKind {
  if (mode === 'autosave') return 'autosaved';
  return status === 'published' && (mode === 'publish' || before !== 'published') ? 'published' : 'saved';
}
